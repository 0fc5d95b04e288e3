import { isObject } from "@loom/protocol";
import { textOf } from "../members.ts";
import { quoted } from "../naming/case.ts";
import { isWildcard } from "../runtime/chart/wildcard.ts";
import { placeIn } from "./references.ts";
import { type Report, suggester } from "./rule.ts";
import type { StateSite, Visitor } from "./sites.ts";
import type { Survey } from "./survey.ts";

/** Prefixes of the events that work sends. */
const ANSWERS = /^(?:done|error)\.invoke\./;

/** The machine that invoked this one, as `send` names it. */
const PARENT = "parent";

/** An entry of `invoke`: its id, or what stands for it. */
interface Work {
  readonly id: string | undefined;
  readonly machine: string | undefined;
  readonly task: string | undefined;
  readonly path: string;
}

function workOf(site: StateSite): readonly Work[] {
  const list: unknown = site.state.invoke;
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown, index): Work[] => {
    if (!isObject(entry)) return [];
    const [machine, task] = [textOf(entry.machine), textOf(entry.task)];
    return [{ id: textOf(entry.id) ?? task ?? machine, machine, task, path: `${site.path}/invoke/${index}` }];
  });
}

/** A place that names work. */
interface Use {
  readonly site: StateSite;
  readonly id: string;
  readonly what: string;
  readonly path: () => string;
}

/** W117: an event or a `send` names work that no state invokes. */
export function checkWorkNames({ model: { eventMap } }: Survey, report: Report): Visitor {
  const ids = new Set<string>();
  const hint = suggester(() => ids);
  // There are only so many suggestions, and transitions come first.
  const awaited: Use[] = [];
  const addressed: Use[] = [];
  return {
    state: (site) => {
      for (const { id } of workOf(site)) if (id !== undefined) ids.add(id);
    },
    transition: (site) => {
      const { source, transition, events } = site;
      for (const event of events) {
        if (!ANSWERS.test(event) || isWildcard(event) || eventMap.has(event)) continue;
        const isFirst = event === textOf(transition.event);
        const at = isFirst ? "event" : `events/${placeIn(transition.events, event)}`;
        const what = `waits for ${quoted(event)}`;
        awaited.push({
          site: source,
          id: event.replace(ANSWERS, ""),
          what,
          path: () => `${site.path}/${at}`,
        });
      }
    },
    action: (site) => {
      const { effect, owner } = site;
      if (effect.kind !== "send" || effect.to === undefined || effect.to === PARENT) return;
      const what = `sends ${quoted(effect.event)} to ${quoted(effect.to)}`;
      addressed.push({ site: owner, id: effect.to, what, path: () => `${site.path}/send/to` });
    },
    end: () => {
      for (const { site: { name }, id, what, path } of [...awaited, ...addressed]) {
        if (ids.has(id)) continue;
        const message = `State ${quoted(name)} ${what}, and no state invokes ${quoted(id)}: ` +
          `name what a state invokes, or add it to "invoke".${hint(id)}`;
        report({ message, element: name, path: path() });
      }
    },
  };
}

/** W118: work of a state is neither a machine nor a task, or both, or has the id of another. */
export function checkWork(_survey: Survey, report: Report): Visitor {
  return {
    state: (site) => {
      const taken = new Set<string>();
      for (const { id, machine, task, path } of workOf(site)) {
        const name = id === undefined
          ? `Work of ${quoted(site.name)}`
          : `${quoted(id)} of ${quoted(site.name)}`;
        if (machine === undefined && task === undefined) {
          const message =
            `${name} is invoked without "machine" or "task" and never starts: name one of them.`;
          report({ message, element: site.name, path });
        } else if (machine !== undefined && task !== undefined) {
          const message = `${name} has both "machine" and "task", and the machine runs: remove one of them.`;
          report({ message, element: site.name, path: `${path}/task` });
        }
        if (id === undefined) continue;
        if (taken.has(id)) {
          const message = `${name} is the second work of the state with this id: give each an id of its own.`;
          report({ message, element: site.name, path });
        }
        taken.add(id);
      }
    },
  };
}
