import { didYouMean } from "@loom/protocol";
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  type LoggingLevel,
  McpError,
  type Server,
} from "../sdk.ts";
import type { MakeContext } from "./call_context.ts";
import { errorResult, errorWords } from "./error_result.ts";
import { refuseCursor } from "./refuse_cursor.ts";
import type { ServedTool } from "./parts.ts";
import { takeRequests } from "./take_requests.ts";

/** The log entry of a call: its duration and its error. */
const LOGGER = "tools";

/** Offers tools. What goes wrong in one is an answer, so that an agent reads it; a tool that is not there is no call. */
export function offerTools(server: Server, tools: readonly ServedTool[], context: MakeContext): void {
  const byName = new Map(tools.map((tool) => [tool.description.name, tool]));
  const list = tools.map(({ description }) => description);
  takeRequests(server, ListToolsRequestSchema, ({ params }) => {
    refuseCursor(params?.cursor);
    return { tools: list };
  });
  takeRequests(server, CallToolRequestSchema, async ({ params }, extra) => {
    const tool = byName.get(params.name);
    if (tool === undefined) throw unknownTool(params.name, [...byName.keys()]);
    const call = context(extra);
    const begun = performance.now();
    const logEnd = (level: LoggingLevel, more: object) =>
      call.log(level, LOGGER, { tool: params.name, ms: Math.round(performance.now() - begun), ...more });
    try {
      const result = await tool.call(params.arguments ?? {}, call);
      logEnd("debug", {});
      return result;
    } catch (error) {
      const { code, message } = errorWords(error);
      logEnd(code === "defect" ? "error" : "debug", { code, message });
      return errorResult(error);
    }
  });
}

function unknownTool(name: string, names: readonly string[]): McpError {
  const hint = didYouMean(name, names);
  return new McpError(
    ErrorCode.InvalidParams,
    `Unknown tool ${JSON.stringify(name)}.${hint === "" ? " tools/list names all." : hint}`,
  );
}
