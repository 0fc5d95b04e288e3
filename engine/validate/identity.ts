import { isObject } from "@loom/protocol";
import { quoted } from "../naming/case.ts";
import type { Remark, Report } from "./rule.ts";
import type { StateSite } from "./sites.ts";
import type { Survey } from "./survey.ts";

/** V001: there is no root state. */
export function checkRoot({ root, definition }: Survey, report: Report): void {
  if (root) return;
  const present = isObject(definition) && definition.state !== undefined;
  report({
    message: 'The machine has no root state: give "state" an object with a name and the first states.',
    path: present ? "/state" : "",
  });
}

/** V002: a state's name stands more than once in the tree. */
export function checkStateNames({ states, byName }: Survey, report: Report): void {
  if (byName.size === states.length) return;
  const seen = new Map<string, StateSite>();
  for (const site of states) {
    const first = seen.get(site.name);
    if (!first) seen.set(site.name, site);
    else report(repeated("state name", site.name, `${site.path}/name`, first.path));
  }
}

/** V003: an event's id stands more than once. */
export function checkEventIds({ events }: Survey, report: Report): void {
  const seen = new Map<string, string>();
  for (const { value, path } of events) {
    if (typeof value.id !== "string") continue;
    const first = seen.get(value.id);
    if (first === undefined) seen.set(value.id, path);
    else report(repeated("event id", value.id, `${path}/id`, first));
  }
}

/** V004: a timer's id is an event's or another timer's, or its name is another timer's. */
export function checkTimerIds({ events, timers }: Survey, report: Report): void {
  const ids = new Map<string, string>();
  const names = new Map<string, string>();
  for (const { value, path } of events) if (typeof value.id === "string") ids.set(value.id, path);
  for (const { value: { id, name }, path } of timers) {
    if (typeof id === "string") {
      const first = ids.get(id);
      if (first === undefined) ids.set(id, path);
      else report(repeated("timer id", id, `${path}/id`, first));
    }
    if (typeof name === "string") {
      const first = names.get(name);
      const element = typeof id === "string" ? id : name;
      if (first === undefined) names.set(name, path);
      else report({ ...repeated("timer name", name, `${path}/name`, first), element });
    }
  }
}

function repeated(what: string, word: string, path: string, first: string): Remark {
  return {
    message: `The ${what} ${quoted(word)} is taken already, at ${first}: give one of the two another.`,
    element: word,
    path,
  };
}
