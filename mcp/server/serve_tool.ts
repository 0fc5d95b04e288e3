import { LoomError } from "@loom/protocol";
import { basename, toFileUrl } from "@std/path";
import { Buffer } from "node:buffer";
import * as z from "zod";
import type { CallToolResult, ToolAnnotations } from "../sdk.ts";
import { parameterText } from "../parameters.ts";
import { type Tool, type ToolAnswer, type ToolEffect, ToolError } from "../tool.ts";
import { checkValues } from "./check_values.ts";
import { answerSchema, type FieldsSchema, fieldsSchema } from "./json_schema.ts";
import type { CallContext, ServedTool } from "./parts.ts";

/** Longest answer of a tool that reads, as JSON; what it shows is in it twice, for agents and for programs. */
const MOST_CHARACTERS = 600_000;

/** Makes a row of the table into a tool that is served: schemas in and out, and both checked at every call. */
export function serveTool(tool: Tool): ServedTool {
  const { name, description, effect, input, output } = tool;
  const answerShape = z.looseObject(output);
  return {
    description: {
      name,
      ...titleOf(tool),
      description,
      inputSchema: { ...inputSchema(tool) },
      outputSchema: effect === "read" ? { ...answerSchema(output) } : { type: "object" },
      annotations: annotationsOf(effect),
    },
    async call(values, context) {
      const answer = await runConfirmed(tool, checkValues(name, input, values), context);
      const parsed = answerShape.safeParse(answer.data);
      if (!parsed.success) {
        throw new ToolError("defect", `${name} answers something else than it says: ${parsed.error.message}`);
      }
      const result = resultOf(answer, context.hasLinks ?? false);
      if (effect === "read") refuseHuge(name, result);
      return result;
    },
  };
}

/** The schema of a tool's parameters with their texts, for agents and for the page about the tools. */
export function inputSchema({ name, input }: Tool): FieldsSchema {
  const schema = fieldsSchema(input, "input");
  const properties = Object.entries(schema.properties).map(([parameter, property]) => {
    const description = parameterText(name, parameter);
    return [parameter, description === undefined ? property : { description, ...property }];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** The title, where it says more than the name, which clients show without one. */
function titleOf({ name, title }: Tool): { readonly title?: string } {
  return title.toLowerCase().replaceAll(/[^a-z]+/g, "_") === name ? {} : { title };
}

/** Runs a tool; where it would replace something, the person at the client may permit that. */
async function runConfirmed(
  { input, kind, run }: Tool,
  values: Parameters<Tool["run"]>[0],
  { confirm, ...context }: CallContext,
): Promise<ToolAnswer<unknown>> {
  const call = { ...context, kind };
  try {
    return await run(values, call);
  } catch (error) {
    if (!(error instanceof LoomError) || error.code !== "exists" || confirm === undefined) throw error;
    if (!("overwrite" in input) || values.overwrite !== undefined || values.dry_run === true) throw error;
    // The sentence says what would be lost; what an agent can do about it follows its colon.
    const [loss] = error.message.split(": ");
    if (!await confirm(`${loss}. Replace it?`)) throw error;
    return await run({ ...values, overwrite: true }, call);
  }
}

/** Refuses an answer that no client takes. A change is answered in any case. */
function refuseHuge(name: string, { content, structuredContent }: CallToolResult): void {
  const { length } = JSON.stringify([content, structuredContent]);
  if (length <= MOST_CHARACTERS) return;
  throw new ToolError(
    "too_large",
    `${name} would answer ${length} characters, and an answer has ${MOST_CHARACTERS} at most: get_definition gives ` +
      "the parts one by one, and export_definition writes all into a file.",
  );
}

function resultOf(
  { text, more = [], link, image, isError, data }: ToolAnswer<unknown>,
  hasLinks: boolean,
): CallToolResult {
  const content: CallToolResult["content"] = [text, ...more].map((block) => ({ type: "text", text: block }));
  if (image !== undefined) {
    content.push({
      type: "image",
      mimeType: image.mimeType,
      data: Buffer.from(image.data).toString("base64"),
    });
  }
  if (link !== undefined && hasLinks) {
    const { path, mimeType } = link;
    content.push({ type: "resource_link", uri: toFileUrl(path).href, name: basename(path), mimeType });
  }
  const failed = isError === true ? { isError } : {};
  return { content, structuredContent: data as Record<string, unknown>, ...failed };
}

/** Annotations of each effect. */
const ANNOTATIONS: Readonly<Record<ToolEffect, ToolAnnotations>> = {
  read: { readOnlyHint: true },
  add: { destructiveHint: false },
  set: { destructiveHint: false, idempotentHint: true },
  remove: {},
  export: { destructiveHint: false, idempotentHint: true },
};

/** The annotations of a tool. What is left out is what the protocol takes for granted. */
export function annotationsOf(effect: ToolEffect): ToolAnnotations {
  // Tools reach nothing but documents, and files beside them.
  return { ...ANNOTATIONS[effect], openWorldHint: false };
}
