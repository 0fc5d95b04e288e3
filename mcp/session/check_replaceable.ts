import { isObject, type JsonObject } from "@loom/protocol";
import { ToolError } from "../tool.ts";

/**
 * Refuses to put another machine in the place of one that holds something.
 *
 * @throws {ToolError} `exists`, and says what is there.
 */
export function checkReplaceable(path: string, definition: JsonObject): void {
  const { state, events } = definition;
  const isRootBare = !isObject(state) ||
    Object.keys(state).every((key) => key === "name" || (key === "states" && isEmptyList(state[key])));
  const isQuiet = !Array.isArray(events) ||
    events.every((source) => !isObject(source) || (isEmptyList(source.events) && isEmptyList(source.timers)));
  if (isRootBare && isQuiet) return;
  throw new ToolError(
    "exists",
    `"${path}" holds a machine with states or events already: call this again with overwrite: true to replace it, or ` +
      "set_project_file to begin another document.",
  );
}

function isEmptyList(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}
