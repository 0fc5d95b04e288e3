import type { PromptRow, ResourceRow, ResourceTemplateRow, ServerParts } from "../../mcp/server/parts.ts";
import { embedded, image, PIXEL_BYTES } from "./content.ts";
import { SCHEMA_TOOL } from "./schema_tool.ts";
import { TOOLS } from "./tools.ts";

const RESOURCES: readonly ResourceRow[] = [
  {
    uri: "test://static-text",
    name: "static-text",
    title: "Static text",
    description: "A text",
    mimeType: "text/plain",
    read: () => ({ content: "This is the content of the static text resource." }),
  },
  {
    uri: "test://static-binary",
    name: "static-binary",
    title: "Static picture",
    description: "A picture",
    mimeType: "image/png",
    read: () => ({ content: PIXEL_BYTES }),
  },
  {
    uri: "test://watched-resource",
    name: "watched-resource",
    title: "Watched resource",
    description: "A resource to subscribe to",
    mimeType: "text/plain",
    read: () => ({ content: "Watch me." }),
  },
];

const TEMPLATES: readonly ResourceTemplateRow[] = [
  {
    uriTemplate: "test://template/{id}/data",
    name: "template",
    title: "Data by number",
    description: "The data of a number",
    mimeType: "application/json",
    read: ({ id }) => ({ content: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }) }),
  },
];

const PROMPTS: readonly PromptRow[] = [
  {
    name: "test_simple_prompt",
    title: "Simple",
    description: "A prompt without arguments",
    arguments: [],
    write: () => [{ role: "user", content: "This is a simple prompt for testing." }],
  },
  {
    name: "test_prompt_with_arguments",
    title: "With arguments",
    description: "A prompt with two arguments",
    arguments: [
      { name: "arg1", description: "First test argument", required: true, complete: () => ["test value"] },
      { name: "arg2", description: "Second test argument", required: true },
    ],
    write: ({ arg1, arg2 }) => [{
      role: "user",
      content: `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`,
    }],
  },
  {
    name: "test_prompt_with_embedded_resource",
    title: "With a resource",
    description: "A prompt with a resource in it",
    arguments: [{ name: "resourceUri", description: "The resource to embed", required: true }],
    write: ({ resourceUri = "" }) => [
      {
        role: "user",
        content: embedded(resourceUri, "text/plain", "Embedded resource content for testing."),
      },
      { role: "user", content: "Please process the embedded resource above." },
    ],
  },
  {
    name: "test_prompt_with_image",
    title: "With a picture",
    description: "A prompt with a picture in it",
    arguments: [],
    write: () => [
      { role: "user", content: image },
      { role: "user", content: "Please analyze the image above." },
    ],
  },
];

/** What the conformance suite expects a server to offer. */
export const PARTS: ServerParts = {
  info: { name: "loom-mcp-fixture", title: "The suite's own tables", version: "1.0.0" },
  tools: [...TOOLS, SCHEMA_TOOL],
  resources: RESOURCES,
  templates: TEMPLATES,
  prompts: PROMPTS,
};
