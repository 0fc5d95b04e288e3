import type { CallToolResult } from "@modelcontextprotocol/sdk/types";
// @ts-types="@modelcontextprotocol/sdk/types"
import { CreateMessageResultSchema, ElicitResultSchema } from "@modelcontextprotocol/sdk/types.js";
import type { CallContext, ServedTool } from "../../mcp/server/parts.ts";
import { type Block, embedded, image, SILENCE, text } from "./content.ts";

type Properties = Record<string, { readonly type: "string"; readonly description: string }>;

/** How long the suite wants some tools to take between two messages, in milliseconds. */
const PAUSE = 50;

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, PAUSE));

/** A row; all of its arguments are required. */
function tool(
  name: string,
  description: string,
  run: (context: CallContext, values: Record<string, unknown>) => Promise<Block[]> | Block[],
  properties: Properties = {},
): ServedTool {
  return {
    description: {
      name,
      description,
      inputSchema: { type: "object", properties, required: Object.keys(properties) },
    },
    call: async (values, context): Promise<CallToolResult> => ({ content: await run(context, values) }),
  };
}

/** Asks the client's user for values, and tells what came. */
async function elicit(
  { ask }: CallContext,
  message: string,
  properties: Record<string, object>,
  required: readonly string[] = [],
): Promise<string> {
  const requestedSchema = { type: "object", properties, required } as never;
  const { action, content } = await ask(
    { method: "elicitation/create", params: { message, requestedSchema } },
    ElicitResultSchema,
  );
  return `action=${action}, content=${JSON.stringify(content ?? {})}`;
}

const titled = (values: readonly string[], titles: readonly string[]) =>
  values.map((value, index) => ({ const: value, title: titles[index] }));

const VALUES = ["value1", "value2", "value3"];
const OPTIONS = ["option1", "option2", "option3"];

/** The tools that the suite expects of a server, one row each. */
export const TOOLS: readonly ServedTool[] = [
  tool("test_simple_text", "Answers a text", () => [text("This is a simple text response for testing.")]),
  tool("test_image_content", "Answers a picture", () => [image]),
  tool("test_audio_content", "Answers a sound", () => [{
    type: "audio",
    data: SILENCE,
    mimeType: "audio/wav",
  }]),
  tool("test_embedded_resource", "Answers a resource", () => [
    embedded("test://embedded-resource", "text/plain", "This is an embedded resource content."),
  ]),
  tool("test_multiple_content_types", "Answers several kinds of content", () => [
    text("Multiple content types test:"),
    image,
    embedded("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
  ]),
  tool("test_tool_with_logging", "Logs while it works", async ({ log }) => {
    log("info", "test", "Tool execution started");
    await pause();
    log("info", "test", "Tool processing data");
    await pause();
    log("info", "test", "Tool execution completed");
    return [text("Logged three messages.")];
  }),
  tool("test_error_handling", "Always fails", () => {
    throw new Error("This tool intentionally returns an error for testing");
  }),
  tool("test_tool_with_progress", "Tells how far it is", async ({ progress }) => {
    progress(0, 100, "Begun");
    await pause();
    progress(50, 100, "Half done");
    await pause();
    progress(100, 100, "Done");
    return [text("Told three times.")];
  }),
  tool("test_sampling", "Asks the client's model", async ({ ask }, { prompt }) => {
    const { content } = await ask({
      method: "sampling/createMessage",
      params: {
        messages: [{ role: "user", content: { type: "text", text: String(prompt) } }],
        maxTokens: 100,
      },
    }, CreateMessageResultSchema);
    return [text(`LLM response: ${content.type === "text" ? content.text : content.type}`)];
  }, { prompt: { type: "string", description: "What to ask" } }),
  tool("test_elicitation", "Asks the client's user", async (context, { message }) => {
    const answer = await elicit(context, String(message), {
      username: { type: "string", description: "User's response" },
      email: { type: "string", description: "User's email address" },
    }, ["username", "email"]);
    return [text(`User response: ${answer}`)];
  }, { message: { type: "string", description: "What to show" } }),
  tool("test_elicitation_sep1034_defaults", "Asks with values that are there already", async (context) => {
    const answer = await elicit(context, "Please review and update the form fields with defaults", {
      name: { type: "string", default: "John Doe" },
      age: { type: "integer", default: 30 },
      score: { type: "number", default: 95.5 },
      status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
      verified: { type: "boolean", default: true },
    });
    return [text(`Elicitation completed: ${answer}`)];
  }),
  tool("test_elicitation_sep1330_enums", "Asks for choices of every kind", async (context) => {
    const titles = ["First Option", "Second Option", "Third Option"];
    const choices = ["First Choice", "Second Choice", "Third Choice"];
    const answer = await elicit(context, "Please select options from the enum fields", {
      untitledSingle: { type: "string", enum: OPTIONS },
      titledSingle: { type: "string", oneOf: titled(VALUES, titles) },
      legacyEnum: {
        type: "string",
        enum: ["opt1", "opt2", "opt3"],
        enumNames: ["Option One", "Option Two", "Option Three"],
      },
      untitledMulti: { type: "array", items: { type: "string", enum: OPTIONS } },
      titledMulti: { type: "array", items: { anyOf: titled(VALUES, choices) } },
    });
    return [text(`Elicitation completed: ${answer}`)];
  }),
];
