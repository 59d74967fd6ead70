import { readdirSync } from "node:fs";
import { expect, test } from "vitest";

const modules = ["src/api", "src/domain"].flatMap((folder) =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts"))
    .map((file) => `${folder}/${file}`),
);

// A test file whose imports fail reports no test that failed: here a module that cannot be loaded is one.
test.each(modules)("%s can be loaded", async (module) => {
  await expect(import(`../../${module}`)).resolves.toBeDefined();
});
