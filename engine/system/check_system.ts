import {
  definitionFindings,
  isObject,
  type JsonObject,
  memberKindOfPath,
  membersOf,
  resolveMemberPath,
  ruleSettingsOf,
  validateSystem,
  withRuleSettings,
} from "@loom/protocol";
import { LOOM_KINDS } from "../kinds.ts";
import type { LoadedMember, Member } from "./member.ts";
import { type LinkRule, type MemberReplay, replaysOf, type SystemFinding } from "./rule.ts";
import { CHECKED_RULES } from "./rules.ts";
import { surveyOf } from "./survey.ts";

/** The result of checking a system. */
export interface SystemCheck {
  /** The findings, in the order of evaluation. */
  readonly findings: readonly SystemFinding[];
  /** The replayed scenarios, in the order of the members. */
  readonly replays: readonly MemberReplay[];
}

/** Options for {@linkcode checkSystem}. */
export interface SystemCheckOptions {
  /** The scenarios as they were replayed. Default: they are replayed. */
  readonly replays?: readonly MemberReplay[];
}

/**
 * Checks a system: its own document, each member, and all that crosses documents. It accepts any value and never
 * throws. Names that an unreadable member may have are not reported as unknown.
 *
 * @param system The definition of the system; `undefined` for members without one.
 * @param members The members, as they were read.
 *
 * @example
 * ```ts
 * import { checkSystem } from "@loom/engine";
 * import { assertEquals } from "@std/assert";
 * const door = {
 *   settings: { namespace: "Home", name: "Door", asynchronous: false },
 *   events: [{ name: "Hand", events: [{ id: "open" }] }],
 *   state: { name: "Root", states: [{ name: "Closed", transitions: [{ event: "open" }] }] },
 * };
 * const comeIn = {
 *   settings: { namespace: "Home", name: "Come in" },
 *   participants: [{ name: "Guest" }, { name: "Door" }],
 *   messages: [{ from: "Guest", to: "Door", label: "enters", event: "opne" }],
 * };
 * const { findings } = checkSystem(undefined, [
 *   { path: "door.smdf.json", definition: door },
 *   { path: "come_in.sqdf.json", definition: comeIn },
 * ]);
 * assertEquals(findings.map(({ ruleId, member, path }) => [ruleId, member, path]), [
 *   ["L005", "come_in.sqdf.json", "/messages/0/event"],
 * ]);
 * ```
 */
export function checkSystem(
  system: unknown,
  members: readonly LoadedMember[],
  options: SystemCheckOptions = {},
): SystemCheck {
  const document = isObject(system) ? system as JsonObject : undefined;
  const survey = surveyOf(document, once(members));
  const replays = options.replays ?? replaysOf(survey);
  const of = (...ids: string[]) => CHECKED_RULES.filter(({ id }) => ids.includes(id));
  const find = (rules: readonly LinkRule[]) =>
    rules.flatMap(({ id: ruleId, severity, check }) =>
      Array.from(check(survey, replays), (breach): SystemFinding => ({ ruleId, severity, ...breach }))
    );
  const links = find(CHECKED_RULES.filter(({ id }) => id.startsWith("L")));
  // One place needs one finding about a state without way out.
  const stuck = new Set(links.filter(({ ruleId }) => ruleId === "L009").map(placeOf));
  const own = survey.members.flatMap(ownFindings)
    .filter((finding) => finding.ruleId !== "W104" || !stuck.has(placeOf(finding)));
  const settings = ruleSettingsOf(document ?? {});
  return {
    findings: [
      ...withRuleSettings(system === undefined ? [] : validateSystem(system), settings),
      ...find(of("Y003", "Y005")),
      ...own,
      ...withRuleSettings(links, settings),
    ],
    replays,
  };
}

/** The findings of a member's own validator. */
function ownFindings({ path: member, kind, definition }: Member): SystemFinding[] {
  const content = LOOM_KINDS.named(kind)?.content;
  if (content === undefined) return [];
  return definitionFindings(content, definition).map((finding) => ({ ...finding, member }));
}

function placeOf({ member = "", path }: SystemFinding): string {
  return `${member}#${path}`;
}

/** The members without those that no document can be (Y002 reports them) and without second spellings of one path. */
function once(members: readonly LoadedMember[]): LoadedMember[] {
  const seen = new Set<string>();
  return members.filter(({ path }) => {
    const resolved = resolveMemberPath("", path);
    if (path === "" || memberKindOfPath(path) === undefined || seen.has(resolved)) return false;
    seen.add(resolved);
    return true;
  });
}

/** The paths of the members that a system lists and that can be loaded, in order, each once. */
export function memberPaths(system: unknown): string[] {
  return once(membersOf(system).map(({ name: path }) => ({ path }))).map(({ path }) => path);
}
