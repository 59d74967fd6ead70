import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { basename, join, resolve } from "node:path";

/** The result of a Dockerfile's steps, with a folder as the last stage's file system. */
export interface Image {
  readonly root: string;
  readonly labels: string;
  readonly user: string;
  /** Argument vectors, whose absolute paths lie in `root`. */
  readonly entrypoint: readonly string[];
  readonly healthcheck: readonly string[];
}

/**
 * Runs a Dockerfile's steps in order, in `scratch`, with this machine's own Node and installed packages: it pulls no
 * base images. Throws for an unknown instruction.
 */
export function executeDockerfile(file: string, scratch: string): Image {
  const stages = new Map<string, string>();
  let stage = { root: "", cwd: "/", user: "root", labels: "", entrypoint: "[]", healthcheck: "[]", env: {} };
  const at = (path: string): string => join(stage.root, resolve(stage.cwd, path));
  for (const line of readFileSync(file, "utf8").split("\n")) {
    const [, instruction = "", rest = ""] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    const words = rest.split(" ");
    switch (instruction) {
      case "":
      case "EXPOSE":
      case "CMD":
        break;
      case "FROM": {
        const root = join(scratch, `stage-${stages.size}`);
        stages.set(words.includes("AS") ? (words.at(-1) ?? "") : "last", root);
        stage = { ...stage, root, cwd: "/", user: "root", env: {} };
        break;
      }
      case "WORKDIR":
        stage.cwd = rest;
        mkdirSync(at("."), { recursive: true });
        break;
      case "COPY": {
        const [, from] = /^--from=(\w+)$/.exec(words[0] ?? "") ?? [];
        const paths = from === undefined ? words : words.slice(1);
        const context = from === undefined ? "." : (stages.get(from) ?? "");
        const target = paths.pop() ?? "";
        for (const path of paths)
          cpSync(join(context, path), target === "./" ? join(at("."), basename(path)) : at(target), {
            recursive: true,
          });
        break;
      }
      case "RUN":
        if (rest.startsWith("npm ci ")) {
          symlinkSync(resolve("node_modules"), at("node_modules"));
          break;
        }
        execFileSync("/bin/sh", ["-c", rest], {
          cwd: at("."),
          env: { ...process.env, ...stage.env },
          stdio: "pipe",
        });
        break;
      case "ENV":
        stage.env = { ...stage.env, ...Object.fromEntries([rest.split("=")]) };
        break;
      case "LABEL":
        stage.labels = rest;
        break;
      case "USER":
        stage.user = rest;
        break;
      case "HEALTHCHECK":
        stage.healthcheck = rest.slice(rest.indexOf("["));
        break;
      case "ENTRYPOINT":
        stage.entrypoint = rest;
        break;
      default:
        throw new Error(`the test does not know ${instruction}`);
    }
  }
  const { root, labels, user } = stage;
  const argv = (json: string): readonly string[] =>
    (JSON.parse(json) as readonly string[]).map((word) => (word.startsWith("/") ? join(root, word) : word));
  return { root, labels, user, entrypoint: argv(stage.entrypoint), healthcheck: argv(stage.healthcheck) };
}
