import { isObject } from "@loom/protocol";
import { ExpressionError, parseAction, parseGuard } from "../expression/mod.ts";
import { millisecondsOf, nearestText } from "../expression/nearest.ts";
import { delayOf, outputOf } from "../members.ts";
import { quoted } from "../naming/case.ts";
import type { Report } from "./rule.ts";
import type { ActionSite, StateSite, TransitionSite, Visitor } from "./sites.ts";
import type { Survey } from "./survey.ts";

/** W106: a guard or an action does not parse. */
export function checkTexts({ suggests }: Survey, report: Report): Visitor {
  const guardFault = faultFinder(parseGuard, suggests);
  const codeFault = faultFinder(parseAction, suggests);
  return {
    state: (site) => {
      for (const { text, what, at } of valuesOf(site)) {
        const fault = guardFault(text);
        if (fault === undefined) continue;
        const message = `${what} of ${quoted(site.name)} does not parse. ${fault}`;
        report({ message, element: site.name, path: `${site.path}/${at}` });
      }
    },
    transition: (site) => {
      const { condition, source } = site;
      const fault = condition === undefined ? undefined : guardFault(condition);
      if (fault === undefined) return;
      const message = `A guard of ${quoted(source.name)} does not parse and never passes. ${fault}`;
      report({ message, element: source.name, path: `${site.path}/condition` });
    },
    action: (site) => {
      const { owner, written, path } = site;
      for (const { text, at, isCode } of textsOf(site)) {
        const fault = isCode ? codeFault(text) : guardFault(text);
        if (fault === undefined) continue;
        const message = `An action of ${quoted(owner.name)} does not parse and does nothing. ${fault}`;
        report({ message, element: owner.name, path: typeof written === "string" ? path : `${path}/${at}` });
      }
    },
  };
}

/** The expressions of a state itself. */
function valuesOf(
  { kind, state }: StateSite,
): { readonly text: string; readonly what: string; readonly at: string }[] {
  const work: unknown[] = Array.isArray(state.invoke) ? state.invoke : [];
  const texts = work.map((entry, index) => ({
    text: isObject(entry) ? entry.input : undefined,
    what: "An input",
    at: `invoke/${index}/input`,
  }));
  if (kind === "final") texts.push({ text: outputOf(state), what: "The output", at: "output" });
  return texts.flatMap(({ text, ...rest }) =>
    typeof text === "string" && text.trim() !== "" ? [{ text, ...rest }] : []
  );
}

/** The texts of an action: where they stand, and whether they are statements. */
function textsOf(
  { effect, action }: ActionSite,
): { readonly text: string; readonly at: string; readonly isCode?: true }[] {
  switch (effect.kind) {
    case "code": {
      const at = typeof action.code === "string" && action.code.trim() !== "" ? "code" : "assign/value";
      return [{ text: effect.code, at, isCode: true }];
    }
    case "if":
      return [{ text: effect.condition, at: "if/condition" }];
    case "forEach":
      return [{ text: effect.list, at: "forEach/list" }];
    case "log":
      return [{ text: effect.value, at: "log" }];
    case "raise":
      return effect.data === undefined ? [] : [{ text: effect.data, at: "data" }];
    case "send":
      return effect.data === undefined ? [] : [{ text: effect.data, at: "send/data" }];
    default:
      return [];
  }
}

/** W114: a timer action or an event-less transition that can never work. */
export function checkEffect({ suggests }: Survey, report: Report): Visitor {
  return {
    transition: (site) => {
      const { event, condition, target, source } = site;
      checkAfter(site, suggests, report);
      if (event !== undefined || condition !== undefined || source.kind === "history") return;
      if (target !== undefined && target !== source.name) return;
      const message =
        `The event-less transition of ${quoted(source.name)} stays in its state and has no guard, ` +
        `so that it is taken without end: give it an event, a guard or another target.`;
      report({ message, element: source.name, path: site.path });
    },
    action: (site) => {
      checkTimerStart(site, suggests, report);
      checkDelay(site, suggests, report);
    },
  };
}

function checkTimerStart(site: ActionSite, suggests: boolean, report: Report): void {
  const { action, effect, owner } = site;
  const element = owner.name;
  if (effect.kind === "none" && isObject(action.timerStart)) {
    const message = `State ${quoted(element)} starts a timer without saying which: put its name in "timer".`;
    report({ message, element, path: `${site.path}/timerStart` });
  }
  if (effect.kind !== "timerStart") return;
  for (const member of ["duration", "repeat"] as const) {
    const fault = effect[member] === undefined ? undefined : durationFault(effect[member], member);
    if (fault === undefined) continue;
    const message =
      `State ${quoted(element)} starts the timer ${quoted(effect.timer)} with a ${member} that never ` +
      `works: ${fault}; write milliseconds, as a number or an expression${
        member === "repeat" ? ', or leave "repeat" out' : ""
      }.${suggests ? didYouMeanDuration(effect[member]) : ""}`;
    report({ message, element, path: `${site.path}/timerStart/${member}` });
  }
}

function checkDelay({ effect, owner, path }: ActionSite, suggests: boolean, report: Report): void {
  if (effect.kind !== "send" || effect.delay === undefined) return;
  const fault = durationFault(effect.delay, "duration");
  if (fault === undefined) return;
  const message =
    `State ${quoted(owner.name)} sends ${quoted(effect.event)} with a delay that never works: ${fault}; ` +
    `write milliseconds, as a number or an expression.${suggests ? didYouMeanDuration(effect.delay) : ""}`;
  report({ message, element: owner.name, path: `${path}/send/delay` });
}

function checkAfter({ transition, source, path }: TransitionSite, suggests: boolean, report: Report): void {
  const delay = delayOf(transition);
  const fault = delay === undefined ? undefined : durationFault(delay, "duration");
  if (delay === undefined || fault === undefined) return;
  const message = `State ${quoted(source.name)} has a transition after a delay that never works: ${fault}; ` +
    `write milliseconds, as a number or an expression.${suggests ? didYouMeanDuration(delay) : ""}`;
  report({ message, element: source.name, path: `${path}/after` });
}

/** Faults of a duration or repeat that do not depend on run time. */
function durationFault(duration: string | number, member: "duration" | "repeat"): string | undefined {
  const written = typeof duration === "number" ? String(duration) : quoted(duration);
  const milliseconds = Number(duration);
  if (!Number.isNaN(milliseconds)) {
    if (milliseconds < 0) return `${written} is negative`;
    if (milliseconds === 0 && member === "repeat") return `${written} is not above 0`;
    return Number.isFinite(milliseconds) ? undefined : `${written} is not finite`;
  }
  try {
    const { kind } = parseGuard(String(duration));
    return kind === "literal" || kind === "list" || kind === "object" ? `${written} is no number` : undefined;
  } catch (error) {
    if (error instanceof ExpressionError) return `${written} does not parse`;
    throw error;
  }
}

function didYouMeanDuration(duration: unknown): string {
  if (typeof duration !== "string") return "";
  const milliseconds = millisecondsOf(duration);
  return didYouMean(milliseconds === undefined ? nearest(duration, parseGuard) : String(milliseconds));
}

function didYouMean(text: string | undefined): string {
  return text === undefined ? "" : ` Did you mean \`${text}\`?`;
}

function nearest(text: string, parse: (text: string) => unknown): string | undefined {
  return nearestText(text, (repaired) => faultOf(parse, repaired) === undefined);
}

/** Number of texts to cache; big machines repeat few texts often and many never. */
const MOST_REMEMBERED = 1000;

/** Gives the parser's sentence for a text that does not parse, with the nearest one that does. */
function faultFinder(
  parse: (text: string) => unknown,
  suggests: boolean,
): (text: string) => string | undefined {
  const known = new Map<string, string | undefined>();
  return (text) => {
    if (known.has(text)) return known.get(text);
    let fault = faultOf(parse, text);
    if (fault !== undefined && suggests) fault += didYouMean(nearest(text, parse));
    if (known.size < MOST_REMEMBERED) known.set(text, fault);
    return fault;
  };
}

function faultOf(parse: (text: string) => unknown, text: string): string | undefined {
  try {
    parse(text);
    return undefined;
  } catch (error) {
    if (error instanceof ExpressionError) return error.message;
    throw error;
  }
}
