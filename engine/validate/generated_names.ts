import { type ChangedName, namesOf } from "../naming/names.ts";
import { runningStatesOf } from "../naming/state_tree.ts";
import { quoted } from "../naming/case.ts";
import type { Report } from "./rule.ts";
import type { Survey } from "./survey.ts";

/** W107: names that generated code cannot take as they are. What the generators change is what is told. */
export function checkGeneratedNames({ definition }: Survey, report: Report): void {
  for (const change of namesOf(definition, runningStatesOf(definition)).changes) {
    if (change.met === undefined && isOwnEvent(change)) continue;
    report({ message: messageOf(change), element: change.element, path: change.path });
  }
}

/** True for an event of the machine's own work, which has no other name. */
function isOwnEvent({ sort, name }: ChangedName): boolean {
  return sort === "event" && /^(?:done|error)\.invoke\./.test(name);
}

function messageOf({ sort, name, met }: ChangedName): string {
  return met === undefined
    ? `The ${sort} ${quoted(name)} is no identifier, which generated code needs: ` +
      `use letters, digits and "_", a letter first.`
    : `The ${sort} ${quoted(name)} collides in generated code with ${met}: rename it.`;
}
