import { quoted } from "../naming/case.ts";
import { placeIn } from "./references.ts";
import type { Report } from "./rule.ts";
import type { StateSite, Visitor } from "./sites.ts";
import type { Survey } from "./survey.ts";

/** W127: targets of one transition cannot be active together. */
export function checkTargetsApart({ byName }: Survey, report: Report): Visitor {
  return {
    transition: (site) => {
      const { source, to, furtherTargets } = site;
      if (furtherTargets.length === 0) return;
      const fitting = to ? [to] : [];
      for (const name of furtherTargets) {
        const target = byName.get(name);
        if (!target) continue;
        const other = fitting.find((one) => !areApart(one, target));
        if (!other) {
          fitting.push(target);
          continue;
        }
        report({
          message: `The transition of ${quoted(source.name)} cannot lead to both ${quoted(other.name)} and ` +
            `${quoted(name)}, and the second is passed over: name targets in different regions of one ` +
            `parallel state.`,
          element: source.name,
          path: `${site.path}/nextStates/${placeIn(site.transition.nextStates, name)}`,
        });
      }
    },
  };
}

/** True when two states are in different regions of one parallel state. */
function areApart(one: StateSite, other: StateSite): boolean {
  const above = new Map<StateSite | undefined, StateSite>();
  for (let at: StateSite | undefined = one; at; at = at.parent) above.set(at.parent, at);
  for (let at: StateSite | undefined = other; at; at = at.parent) {
    const sibling = above.get(at.parent);
    if (sibling) return sibling !== at && sibling.slot === "region" && at.slot === "region";
  }
  return false;
}
