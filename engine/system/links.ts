import { namesIn, type PictureLink, stateOfList, textOrEmpty } from "@loom/protocol";
import { attributeNames } from "./data_rules.ts";
import { elementFocus, type Focus } from "./focus.ts";
import { guardFields } from "./guard_fields.ts";
import type { LoadedMember } from "./member.ts";
import { type MemberReplay, replaysOf } from "./rule.ts";
import { isCalled } from "./scenario_rules.ts";
import { type MachineFacts, type ScenarioFacts, surveyOf, type SystemSurvey } from "./survey.ts";

/** One end of a link. */
export interface LinkEnd extends Focus {
  /** The path of the member, as the system writes it. */
  readonly member: string;
}

/** A name in one document that is an element of another. */
export interface SystemLink {
  /** The element that has the name. */
  readonly from: LinkEnd;
  /** The element that it names. */
  readonly to: LinkEnd;
  /** The id of the rule that checks it. */
  readonly rule: string;
  /** The link in a few words, read from `from`. */
  readonly text: string;
  /** The same, read from `to`. */
  readonly back: string;
}

/**
 * Finds the links between the documents of a system, only those of which both ends exist.
 *
 * @param members The members, as they were read.
 * @param replays The scenarios as they were replayed. Default: they are replayed.
 */
export function systemLinks(
  members: readonly LoadedMember[],
  replays?: readonly MemberReplay[],
): SystemLink[] {
  const survey = surveyOf(undefined, members);
  const links = [
    ...survey.machines.flatMap((machine) => [...dataLinks(survey, machine)]),
    ...stateLinks(survey),
    ...survey.scenarios.flatMap((scenario) => [...scenarioLinks(survey, scenario)]),
    ...(replays ?? replaysOf(survey)).flatMap((replay) => [...walkLinks(survey, replay)]),
  ];
  return [...new Map(links.map((link) => [JSON.stringify([link.rule, link.from, link.to]), link])).values()];
}

/** The links of an element of a member, read from it. */
export function linksOf(
  links: readonly SystemLink[],
  member: string,
  focus: Focus,
): { readonly other: LinkEnd; readonly text: string; readonly rule: string }[] {
  const isIt = (end: LinkEnd) => end.member === member && elementFocus(end) === elementFocus(focus);
  return links.flatMap(({ from, to, rule, text, back }) => [
    ...(isIt(from) ? [{ other: to, text, rule }] : []),
    ...(isIt(to) ? [{ other: from, text: back, rule }] : []),
  ]);
}

function end(member: { readonly path: string } | string, kind: Focus["kind"], name: string): LinkEnd {
  return { member: typeof member === "string" ? member : member.path, kind, name };
}

/** L001 and L002. */
function* dataLinks({ entities }: SystemSurvey, machine: MachineFacts): Iterable<SystemLink> {
  const { member, objects, guards } = machine;
  for (const { instance, className } of objects) {
    const entity = entities.get(className);
    if (entity === undefined) continue;
    yield {
      from: end(member, "object", instance),
      to: end(entity.member, "entity", className),
      rule: "L001",
      text: `is a ${className}`,
      back: `is the class of ${instance}`,
    };
    const attributes = attributeNames(entities, className);
    for (const { condition, state, event } of guards) {
      if (event === undefined) continue;
      for (const field of guardFields(condition, instance)) {
        if (!attributes.has(field)) continue;
        yield {
          from: end(member, "event", event),
          to: end(entity.member, "attribute", `${className}.${field}`),
          rule: "L002",
          text: `a guard of ${state} reads ${instance}.${field}`,
          back: `is read by a guard of ${state} on ${event}`,
        };
      }
    }
  }
}

/** L003. */
function* stateLinks({ entities, machines }: SystemSurvey): Iterable<SystemLink> {
  for (const [name, { member, attributes }] of entities) {
    for (const attribute of attributes) {
      const names = stateOfList(attribute.value.stateOf);
      for (const machine of machines.filter((one) => names.some((name) => isCalled(one, name)))) {
        yield {
          from: end(member, "attribute", `${name}.${attribute.name}`),
          to: end(machine.member, "machine", machine.name),
          rule: "L003",
          text: `stores the state of ${machine.name}`,
          back: `its state is stored in ${name}.${attribute.name}`,
        };
      }
    }
  }
}

/** L005, L006 and L007. */
function* scenarioLinks({ machines, entities }: SystemSurvey, scenario: ScenarioFacts): Iterable<SystemLink> {
  const { member, participants, messages } = scenario;
  for (const { name, value } of participants) {
    const from = end(member, "participant", name);
    const object = textOrEmpty(value.object);
    for (const machine of machines.filter((one) => one.objects.some(({ instance }) => instance === object))) {
      const to = end(machine.member, "object", object);
      yield { from, to, rule: "L006", text: `is the object ${object}`, back: `is the participant ${name}` };
    }
    for (const held of namesIn(value.holds)) {
      const entity = entities.get(held);
      if (entity === undefined) continue;
      const to = end(entity.member, "entity", held);
      yield { from, to, rule: "L006", text: `holds ${held}`, back: `is held by ${name}` };
    }
  }
  for (const { ref, value } of messages) {
    const from = end(member, "message", ref);
    const event = textOrEmpty(value?.event);
    const named = textOrEmpty(value?.machine);
    const heard = machines.filter((one) => one.events.has(event) && (named === "" || isCalled(one, named)));
    for (const machine of heard) {
      const to = end(machine.member, "event", event);
      yield { from, to, rule: "L005", text: `fires ${event}`, back: `is fired by message ${ref}` };
    }
    const carried = textOrEmpty(value?.carries);
    const entity = entities.get(carried);
    if (entity === undefined) continue;
    const to = end(entity.member, "entity", carried);
    yield { from, to, rule: "L007", text: `carries ${carried}`, back: `is carried by message ${ref}` };
  }
}

/** L008: the states to which messages of the main path lead. */
function* walkLinks({ machines }: SystemSurvey, { member, report }: MemberReplay): Iterable<SystemLink> {
  const main = report.paths.find(({ kind }) => kind === "main");
  for (const { ref, machine: name, result, to } of main?.steps ?? []) {
    const machine = machines.find((one) => one.name === name);
    if (result !== "moved" || machine === undefined) continue;
    for (const state of to) {
      yield {
        from: end(member, "message", ref),
        to: end(machine.member, "state", state),
        rule: "L008",
        text: `leads to ${state}`,
        back: `is reached by message ${ref}`,
      };
    }
  }
}

/** The words for links, by the rule that checks them and the kind of element that they lead to. */
const WORDS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  "L001 entity": ["class", "classes"],
  "L002 attribute": ["read field", "read fields"],
  "L003 machine": ["stored state", "stored states"],
  "L005 event": ["event", "events"],
  "L006 object": ["object", "objects"],
  "L006 entity": ["held entity", "held entities"],
  "L007 entity": ["carried entity", "carried entities"],
  "L008 state": ["state", "states"],
};

/**
 * Counts the links of each pair of members, for the map of a system.
 *
 * @returns One for each pair that has links: `2 events, 1 state`.
 */
export function linkCounts(links: readonly SystemLink[]): PictureLink[] {
  const pairs = Map.groupBy(links, ({ from, to }) => JSON.stringify([from.member, to.member].sort()));
  return Array.from(pairs.values(), (all) => {
    const rules = Map.groupBy(all, ({ rule, to }) => `${rule} ${to.kind}`);
    const counts = Array.from(rules, ([rule, { length }]) => {
      const [one, many] = WORDS[rule] ?? ["link", "links"];
      return `${length} ${length === 1 ? one : many}`;
    });
    const { from, to } = all[0] as SystemLink;
    return { from: from.member, to: to.member, text: counts.join(", ") };
  });
}
