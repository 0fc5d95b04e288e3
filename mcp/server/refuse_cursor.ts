import { ErrorCode, McpError } from "../sdk.ts";

/** Refuses a cursor: every list comes whole, so that none was ever given out. */
export function refuseCursor(cursor: string | undefined): void {
  if (cursor === undefined) return;
  throw new McpError(
    ErrorCode.InvalidParams,
    "There is no such page: lists come whole, so ask without a cursor.",
  );
}
