import type { Catalogue } from "../../src/server/catalogue.ts";
import type { ToolListing } from "../../src/server/listing.ts";
import type { ToolResult } from "../../src/server/result.ts";
import { answerTool, LISTINGS, PNG, resource, text } from "./tools.ts";

const TEXTS = {
  "test://static-text": {
    uri: "test://static-text",
    mimeType: "text/plain",
    text: "This is the content of the static text resource.",
  },
  "test://static-binary": { uri: "test://static-binary", mimeType: "image/png", blob: PNG },
};

const CONTENTS = new Map(Object.entries(TEXTS));
const TEMPLATE = /^test:\/\/template\/([^/]+)\/data$/;

const resources: Catalogue["resources"] = {
  list: () =>
    Object.values(TEXTS).map(({ uri, mimeType }) => ({
      uri,
      name: uri,
      title: uri,
      description: `The suite's ${uri}`,
      mimeType,
    })),
  templates: () => [
    {
      uriTemplate: "test://template/{id}/data",
      name: "data by id",
      title: "data by id",
      description: "The suite's template",
      mimeType: "application/json",
    },
  ],
  find: (uri) => {
    const fixed = CONTENTS.get(uri);
    if (fixed !== undefined) return { contents: async () => [fixed] };
    const id = TEMPLATE.exec(uri)?.[1];
    if (id === undefined) return undefined;
    const data = { id, templateTest: true, data: `Data for ID: ${id}` };
    return { contents: async () => [{ uri, mimeType: "application/json", text: JSON.stringify(data) }] };
  },
  complete: async () => [],
};

const PROMPTS: Readonly<Record<string, Prompt>> = {
  test_simple_prompt: { parameters: [], fill: () => [text("This is a simple prompt for testing.")] },
  test_prompt_with_arguments: {
    parameters: ["arg1", "arg2"],
    fill: ({ arg1, arg2 }) => [text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
  },
  test_prompt_with_embedded_resource: {
    parameters: ["resourceUri"],
    fill: ({ resourceUri = "" }) => [
      resource(resourceUri, "text/plain", "Embedded resource content for testing."),
      text("Please process the embedded resource above."),
    ],
  },
  test_prompt_with_image: {
    parameters: [],
    fill: () => [{ type: "image", data: PNG, mimeType: "image/png" }, text("Please analyze the image above.")],
  },
};

interface Prompt {
  readonly parameters: readonly string[];
  fill(args: Readonly<Record<string, string>>): readonly { readonly type: string }[];
}

const prompts: Catalogue["prompts"] = {
  list: () =>
    Object.entries(PROMPTS).map(([name, { parameters }]) => {
      const described = parameters.map((parameter) => ({
        name: parameter,
        description: `The suite's ${parameter}`,
        required: true as const,
      }));
      return { name, title: name, description: `The conformance suite's ${name}`, arguments: described };
    }),
  get: (name, args) => {
    const prompt = PROMPTS[name];
    if (prompt === undefined) return { refused: `${name} is no prompt` };
    const missing = prompt.parameters.filter((parameter) => args[parameter] === undefined);
    if (missing.length > 0) return { refused: `${missing.join(" and ")} should be given` };
    return { messages: prompt.fill(args).map((content) => ({ role: "user", content })) };
  },
  complete: (_name, _argument, value) => ["paris", "park", "party"].filter((word) => word.startsWith(value)),
};

/** The catalogue that the conformance suite expects. Like the shipped one, it uses no SDK. */
export const catalogue: Catalogue = {
  list: () => LISTINGS as readonly ToolListing[],
  call: async (name, _args, context) =>
    // The suite expects images and sounds, which no tool of coldroute sends.
    ((await answerTool(name, context)) as ToolResult | undefined) ?? {
      noSuchTool: `${name} is not one that this protocol version answers`,
    },
  resources,
  prompts,
  readOnly: () => catalogue,
};
