import { isObject } from "@loom/protocol";
import { actionsOf } from "../actions.ts";
import { delayOf, eventOf, invocationsOf } from "../members.ts";
import { quoted } from "../naming/case.ts";
import type { Report } from "./rule.ts";
import { type StateSite, transitionSites, type Visitor } from "./sites.ts";
import type { Survey } from "./survey.ts";

/** W119: a choice has what a state that is left at once cannot use, or no way that is always open. */
export function checkChoices({ byName }: Survey, report: Report): Visitor {
  return {
    state: (site) => {
      if (site.state.kind !== "choice") return;
      const remark = (message: string, at: string): void =>
        report({
          message: `The choice ${quoted(site.name)} ${message}`,
          element: site.name,
          path: site.path + at,
        });
      checkMembers(site, remark);
      const ways = transitionSites(site, byName);
      for (const { index, transition, event } of ways) {
        if (event === undefined) continue;
        const member = delayOf(transition) !== undefined ? "after" : eventOf(transition) ? "event" : "events";
        remark(
          `is left at once, and its transition on ${quoted(event)} never taken: ` +
            `remove "${member}", and write a condition.`,
          `/transitions/${index}/${member}`,
        );
      }
      const open = ways.filter(({ event }) => event === undefined);
      if (ways.length === 0 || open.some(({ condition }) => condition === undefined)) return;
      remark(
        "has no way that is always open, and the machine stays in it when no condition is true: " +
          "add a last transition without a condition.",
        "/transitions",
      );
    },
  };
}

function checkMembers(site: StateSite, remark: (message: string, at: string) => void): void {
  const { state, children, regions } = site;
  if (children.length > 0 || regions.length > 0) {
    remark(
      "has states inside and runs as a normal state: make it one, or move them out.",
      children.length > 0 ? "/states" : "/parallel",
    );
  }
  for (const member of ["onEntry", "onExit"] as const) {
    if (actionsOf(state[member]).length === 0) continue;
    const at = isObject(state[member]) ? `/${member}/actions` : `/${member}`;
    remark("has actions of its own: put them on the transitions that lead there or away.", at);
  }
  if (invocationsOf(state).length > 0) {
    remark("is left before its work begins: invoke it in the state that follows.", "/invoke");
  }
}
