import { machineName } from "../scenario/stage.ts";
import type { Breach } from "./rule.ts";
import type { SystemSurvey } from "./survey.ts";

/** Y003: a member cannot be read, or is of another kind than its path says. */
export function* checkReadable({ loaded }: SystemSurvey): Iterable<Breach> {
  for (const { loaded: { path }, fault } of loaded) {
    if (fault !== undefined) yield { message: fault, element: path, member: path, path: "" };
  }
}

/** Y005: two machines share a name. */
export function* checkTwins({ machines }: SystemSurvey): Iterable<Breach> {
  const first = new Map<string, string>();
  for (const [index, { member, definition, ownName }] of machines.entries()) {
    const name = machineName(definition, index);
    const other = first.get(name);
    if (other === undefined) {
      first.set(name, member.path);
      continue;
    }
    yield {
      message: `"${other}" has a machine called "${name}" too: rename one of them.`,
      element: name,
      member: member.path,
      path: ownName === "" ? "/state/name" : "/settings/name",
    };
  }
}
