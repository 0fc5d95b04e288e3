import { type Action, type ActionBlock, checkShape, isObject, MACHINE_SHAPE } from "@loom/protocol";
import { z } from "zod";
import { ToolError } from "../tool.ts";

/** The parameter of a list of actions. */
export const ACTIONS = z.array(z.any()).optional();

/** What actions may be, where it is not said elsewhere. */
export const ACTIONS_HINT = "code or action objects";

/**
 * Takes actions: a text is code, an object is an action as the document has it.
 *
 * @throws {ToolError} `bad_action`
 */
export function actionsOf(values: readonly unknown[] | undefined): Action[] | undefined {
  return values?.map((value, index) => {
    if (typeof value === "string" && value.trim() !== "") return { code: value };
    const kinds = isObject(value)
      ? ["code", "raise", "timerStart", "timerStop"].filter((key) => key in value)
      : [];
    const issue = kinds.length === 1 ? checkShape(MACHINE_SHAPE, "Action", value)[0] : undefined;
    if (kinds.length === 1 && issue === undefined) return value as Action;
    const why = issue === undefined ? "" : ` (${issue.message})`;
    throw new ToolError(
      "bad_action",
      `Action ${index} is none${why}: give code as text, or {"raise": "event"}, {"timerStart": {"timer": "name", ` +
        `"duration": 1000}} or {"timerStop": "name"}.`,
    );
  });
}

/** A block of entry or exit actions; an empty list stays one, which takes the block away. */
export function blockOf(values: readonly unknown[] | undefined): ActionBlock | [] | undefined {
  const actions = actionsOf(values);
  return actions === undefined || actions.length > 0 ? actions && { actions } : [];
}
