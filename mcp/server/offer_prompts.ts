import { didYouMean } from "@loom/protocol";
import {
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  McpError,
  type Server,
} from "../sdk.ts";
import type { MakeContext } from "./call_context.ts";
import { errorWords } from "./error_result.ts";
import { refuseCursor } from "./refuse_cursor.ts";
import type { PromptRow } from "./parts.ts";
import { takeRequests } from "./take_requests.ts";

/** Offers prompts. */
export function offerPrompts(server: Server, prompts: readonly PromptRow[], context: MakeContext): void {
  takeRequests(server, ListPromptsRequestSchema, ({ params }) => {
    refuseCursor(params?.cursor);
    return {
      prompts: prompts.map(({ name, title, description, arguments: all }) => ({
        name,
        title,
        description,
        arguments: all.map(({ complete: _, ...argument }) => argument),
      })),
    };
  });
  takeRequests(server, GetPromptRequestSchema, async ({ params }, extra) => {
    const row = promptCalled(prompts, params.name);
    const values = params.arguments ?? {};
    const missing = row.arguments.find(({ name, required }) => required && !Object.hasOwn(values, name));
    if (missing) {
      throw new McpError(
        ErrorCode.InvalidParams,
        `The prompt "${row.name}" needs "${missing.name}": give it.`,
      );
    }
    try {
      const messages = await row.write(values, context(extra));
      return {
        description: row.description,
        messages: messages.map(({ role, content }) => ({
          role,
          content: typeof content === "string" ? { type: "text" as const, text: content } : content,
        })),
      };
    } catch (error) {
      if (error instanceof McpError) throw error;
      const { code, message } = errorWords(error);
      throw new McpError(ErrorCode.InternalError, message, { code });
    }
  });
}

/**
 * Finds a prompt.
 *
 * @throws {McpError} Names what is there.
 */
export function promptCalled(prompts: readonly PromptRow[], name: string): PromptRow {
  const row = prompts.find((prompt) => prompt.name === name);
  if (row !== undefined) return row;
  const names = prompts.map((prompt) => prompt.name);
  throw new McpError(
    ErrorCode.InvalidParams,
    `Unknown prompt ${JSON.stringify(name)}: there is ${names.join(", ")}.${didYouMean(name, names)}`,
  );
}
