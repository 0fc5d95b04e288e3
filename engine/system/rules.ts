import type { RuleInfo } from "@loom/protocol";
import { machineName } from "../scenario/stage.ts";
import { checkClasses, checkFields, checkStateHolders, checkStateOf } from "./data_rules.ts";
import type { Breach, LinkRule } from "./rule.ts";
import { checkCarried, checkEvents, checkParticipants, checkStates } from "./scenario_rules.ts";
import type { SystemSurvey } from "./survey.ts";
import { checkReplays, checkWays } from "./walk_rules.ts";

/** The rules about documents together with their checks, in the order of their ids. */
export const CHECKED_RULES: readonly LinkRule[] = [
  {
    id: "Y003",
    severity: "error",
    title: "Unreadable member",
    explanation: "The file of a member can be read, and its content is of the kind that its name says.",
    check: checkReadable,
  },
  {
    id: "Y005",
    severity: "error",
    title: "Two machines with one name",
    explanation: "Each machine has a name of its own: that in its settings, else that of its root state.",
    check: checkTwins,
  },
  {
    id: "L001",
    severity: "error",
    title: "Class without entity",
    explanation: "The class of an object whose fields guards read is an entity.",
    check: checkClasses,
  },
  {
    id: "L002",
    severity: "error",
    title: "Field without attribute",
    explanation:
      "A field that a guard reads is an attribute of the entity, or inherited by it. Calls of methods are not checked.",
    check: checkFields,
  },
  {
    id: "L003",
    severity: "error",
    title: "State of a machine without object",
    explanation: "The entity of a `stateOf` attribute is the class of an object of that machine.",
    check: checkStateHolders,
  },
  {
    id: "L004",
    severity: "error",
    title: "State of an unknown machine",
    explanation: "A `stateOf` names a machine of the system.",
    check: checkStateOf,
  },
  {
    id: "L005",
    severity: "error",
    title: "Unknown event or machine",
    explanation:
      "The machine of a message is a member, and its event is an event or a timer of that machine, or of any. An event that is still to be designed is an error until reconciling or somebody adds it.",
    check: checkEvents,
  },
  {
    id: "L006",
    severity: "error",
    title: "Unknown actor, object or entity of a participant",
    explanation:
      "A participant's actor is in the system, its object is an object of a machine, and what it holds are entities. It is a warning that a scenario names entities where the system has no entity-relationship diagram.",
    check: checkParticipants,
  },
  {
    id: "L007",
    severity: "error",
    title: "Unknown entity of a message",
    explanation: "What a message carries is an entity.",
    check: checkCarried,
  },
  {
    id: "L008",
    severity: "warning",
    title: "Scenario that the machines do not walk",
    explanation:
      "The state of a message exists, and the machines take every path of the scenario. It is a warning, so that a story may run ahead of the machines.",
    *check(survey, replays) {
      yield* checkStates(survey);
      yield* checkReplays(survey, replays);
    },
  },
  {
    id: "L009",
    severity: "warning",
    title: "State without way out",
    explanation: "A leaf that is not final has a transition, or a state around it has one.",
    check: checkWays,
  },
];

/** The rules about documents together, in the order of their ids. */
export const LINK_RULES: readonly RuleInfo[] = CHECKED_RULES;

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
