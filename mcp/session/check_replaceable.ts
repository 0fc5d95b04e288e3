import { isObject, type JsonObject } from "@loom/protocol";
import { ToolError } from "../tool.ts";

/**
 * Refuses to put another machine in the place of one that holds something.
 *
 * @throws {ToolError} `exists`, and says what is there.
 */
export function checkReplaceable(path: string, definition: JsonObject): void {
  const { state, events, settings } = definition;
  const isRootBare = !isObject(state) ||
    Object.keys(state).every((key) => key === "name" || (key === "states" && isEmptyList(state[key])));
  const isQuiet = !Array.isArray(events) ||
    events.every((source) => !isObject(source) || (isEmptyList(source.events) && isEmptyList(source.timers)));
  const isUnsaid = !isObject(settings) || (isBlank(settings.notes) && isEmptyList(settings.objects));
  if (isRootBare && isQuiet && isUnsaid) return;
  throw new ToolError(
    "exists",
    `"${path}" holds a machine with states, events, notes or objects already: call this again with overwrite: true to replace it, or ` +
      "set_project_file to begin another document.",
  );
}

function isBlank(value: unknown): boolean {
  return value === undefined || (typeof value === "string" && value.trim() === "");
}

function isEmptyList(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}
