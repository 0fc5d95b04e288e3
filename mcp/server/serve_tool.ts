import { Buffer } from "node:buffer";
import { z } from "zod";
import type { CallToolResult } from "../sdk.ts";
import { type Tool, type ToolAnswer, ToolError } from "../tool.ts";
import { annotationsOf } from "./annotations.ts";
import { checkValues } from "./check_values.ts";
import { fieldsSchema } from "./json_schema.ts";
import type { ServedTool } from "./parts.ts";

/** Longest answer of a tool that reads, as JSON; what it shows is in it twice, for agents and for programs. */
const MOST_CHARACTERS = 600_000;

/** Makes a row of the table into a tool that is served: schemas in and out, and both checked at every call. */
export function serveTool(tool: Tool): ServedTool {
  const { name, title, description, effect, kind, input, output, run } = tool;
  const answerShape = z.looseObject(output);
  return {
    description: {
      name,
      title,
      description,
      inputSchema: { ...fieldsSchema(input, "input") },
      outputSchema: { ...fieldsSchema(output, "output") },
      annotations: annotationsOf(effect),
    },
    async call(values, context) {
      const answer = await run(
        checkValues(name, input, values),
        { ...context, kind } as Parameters<typeof run>[1],
      );
      const parsed = answerShape.safeParse(answer.data);
      if (!parsed.success) {
        throw new ToolError("defect", `${name} answers something else than it says: ${parsed.error.message}`);
      }
      const result = resultOf(answer);
      if (effect === "read") refuseHuge(name, result);
      return result;
    },
  };
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

function resultOf({ text, more = [], image, data }: ToolAnswer<unknown>): CallToolResult {
  const content: CallToolResult["content"] = [text, ...more].map((block) => ({ type: "text", text: block }));
  if (image !== undefined) {
    content.push({
      type: "image",
      mimeType: image.mimeType,
      data: Buffer.from(image.data).toString("base64"),
    });
  }
  return { content, structuredContent: data as Record<string, unknown> };
}
