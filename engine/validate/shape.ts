import { type Action, checkShape, isObject, MACHINE_SHAPE, type ShapeIssue } from "@loom/protocol";
import { quoted } from "../naming/case.ts";
import type { Report } from "./rule.ts";
import type { ActionSite, Visitor } from "./sites.ts";
import { perSurvey, type Survey } from "./survey.ts";

/** W108: a field that the format does not know. */
export function checkFields(survey: Survey, report: Report): void {
  for (const issue of issuesOf(survey).unknown) {
    report({ ...elementAt(survey, issue.path), message: issue.message, path: issue.path });
  }
}

/** W111: a value of the wrong type, a required one that is missing, or a shape that is not the usual one. */
export function checkValues(survey: Survey, report: Report): Visitor {
  for (const issue of issuesOf(survey).odd) {
    report({ ...elementAt(survey, issue.path), message: sentence(issue), path: issue.path });
  }
  return { action: (site) => checkAction(site, report) };
}

/** The shape of the whole definition. */
const ROOT_SHAPE = "StateMachineDefinition";

interface Issues {
  readonly unknown: readonly ShapeIssue[];
  readonly odd: readonly ShapeIssue[];
}

const issuesOf = perSurvey(({ definition }) => sortOut(checkShape(MACHINE_SHAPE, ROOT_SHAPE, definition)));

function sortOut(issues: readonly ShapeIssue[]): Issues {
  const unknown: ShapeIssue[] = [];
  const odd: ShapeIssue[] = [];
  for (const issue of issues) {
    if (issue.kind === "unknown_field" && !isSingularAction(issue)) {
      if (!isMark(issue.field)) unknown.push(issue);
    } else if (!isSaidElsewhere(issue)) odd.push(issue);
  }
  return { unknown, odd };
}

/** Keys that tools and schemas put into files on purpose. */
function isMark(field: string): boolean {
  return /^(?:[$_]|x-)/.test(field);
}

function isSingularAction({ path, field }: ShapeIssue): boolean {
  return field === "action" && /\/transitions\/\d+\/action$/.test(path);
}

/** Missing members that have a default, or a rule of their own. */
function isSaidElsewhere({ kind, path, field }: ShapeIssue): boolean {
  if (kind !== "missing") return false;
  if (path === "") return field === "state" || field === "events";
  if (path === "/settings") return field === "asynchronous";
  return path.endsWith("/parallel") ? field === "states" : path.endsWith("/timerStart") && field === "timer";
}

function sentence(issue: ShapeIssue): string {
  if (isSingularAction(issue)) {
    return 'The singular "action" of a transition is not run: write "actions", a list of actions.';
  }
  if (issue.kind !== "wrong_type") return issue.message;
  if (issue.expected?.includes("ActionBlock") && issue.actual === "a list") {
    return `A list in "${issue.field}" is read as its actions: write { "actions": [...] }.`;
  }
  if (issue.field === "actions" || /\/on(?:Entry|Exit)\/\d+$/.test(issue.path)) {
    if (issue.actual?.startsWith("the string")) {
      return 'A plain string among actions is read as code: write { "code": "..." }.';
    }
  }
  return issue.message;
}

const KINDS: readonly (keyof Action)[] = [
  "code",
  "timerStart",
  "timerStop",
  "raise",
  "assign",
  "if",
  "forEach",
  "send",
  "cancel",
  "log",
];

/** An action should do exactly one thing. */
function checkAction(site: ActionSite, report: Report): void {
  const { action, effect, written } = site;
  if (!isObject(written)) return;
  const element = site.owner.name;
  const present = KINDS.filter((kind) => action[kind] !== undefined && action[kind] !== null);
  if (present.length > 1) {
    const message = `An action of ${quoted(element)} has ${present.join(" and ")}, of which only ` +
      `${present.find((kind) => kind === effect.kind) ?? "the first"} counts: make one action of each.`;
    report({ message, element, path: site.path });
  }
  const silent = Object.keys(action).every((key) =>
    key === "action" || key === "name" || isBlank(written[key])
  );
  if (silent) {
    const message = `An action of ${
      quoted(element)
    } does nothing: give it "code", "timerStart", "timerStop" or "raise".`;
    report({ message, element, path: site.path });
  }
}

function isBlank(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === "string" && value.trim() === "");
}

/** The name of the state, event or timer that a pointer leads into. */
function elementAt(survey: Survey, path: string): { element?: string } {
  const names = namesByPath(survey);
  for (let at = path; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) {
    const element = names.get(at);
    if (element !== undefined) return { element };
  }
  return {};
}

const namesByPath = perSurvey(({ states, events, timers }: Survey): ReadonlyMap<string, string> => {
  const names = new Map<string, string>();
  for (const site of states) names.set(site.path, site.name);
  for (const { path, value } of [...events, ...timers]) {
    if (typeof value.id === "string") names.set(path, value.id);
  }
  return names;
});
