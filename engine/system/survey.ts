import {
  actorsOf,
  allMessages,
  attributesOf,
  byName,
  entitiesOf,
  type EventSource,
  isObject,
  type JsonObject,
  type Located,
  located,
  type LocatedMessage,
  type MemberKind,
  memberKindOfPath,
  objectsIn,
  participantsOf,
  type State,
  type StateMachineDefinition,
  type StateVisit,
  textOrEmpty,
  walkStates,
} from "@loom/protocol";
import { conditionOf, eventOf, transitionsOf } from "../members.ts";
import { machineNames } from "../scenario/stage.ts";
import { type LoadedMember, type Member, memberOf } from "./member.ts";

/** An object of a machine. */
export interface ObjectFact {
  /** The name that it has in guards. */
  readonly instance: string;
  /** Its class. */
  readonly className: string;
  /** JSON pointer. */
  readonly path: string;
}

/** A guard of a machine. */
export interface GuardFact {
  /** Its text. */
  readonly condition: string;
  /** The name of the state that has it. */
  readonly state: string;
  /** The event of its transition. */
  readonly event: string | undefined;
  /** JSON pointer. */
  readonly path: string;
}

/** A machine of a system, with what other documents name. */
export interface MachineFacts {
  readonly member: Member;
  readonly definition: StateMachineDefinition;
  /** Its name in reports, unique. */
  readonly name: string;
  /** The name in its settings; empty for none. */
  readonly ownName: string;
  readonly objects: readonly ObjectFact[];
  readonly guards: readonly GuardFact[];
  /** The ids of events and timers. */
  readonly events: ReadonlySet<string>;
  /** The states by name, the first of each. */
  readonly states: ReadonlyMap<string, StateVisit>;
}

/** An entity with the member that has it. */
export interface EntityFact {
  readonly member: Member;
  readonly entity: Located;
  readonly attributes: readonly Located[];
}

/** A scenario of a system. */
export interface ScenarioFacts {
  readonly member: Member;
  readonly participants: readonly Located[];
  readonly messages: readonly LocatedMessage[];
}

/** The documents of a system, with what the rules look up. Wrong parts of documents count as absent. */
export interface SystemSurvey {
  /** The system; `undefined` when there are members only. */
  readonly system: JsonObject | undefined;
  /** The names of its actors. */
  readonly actors: ReadonlySet<string>;
  /** The members as they were loaded, with the sentence about each that cannot take part. */
  readonly loaded: readonly { readonly loaded: LoadedMember; readonly fault: string | undefined }[];
  /** The members that take part, in order. */
  readonly members: readonly Member[];
  readonly erds: readonly Member[];
  readonly machines: readonly MachineFacts[];
  readonly scenarios: readonly ScenarioFacts[];
  /** The entities of all diagrams by name, the first of each. */
  readonly entities: ReadonlyMap<string, EntityFact>;
  /** The kinds of members of which some cannot be read, so that names of their parts may be missing. */
  readonly incomplete: ReadonlySet<MemberKind>;
}

/** Reads the documents of a system. */
export function surveyOf(system: JsonObject | undefined, loaded: readonly LoadedMember[]): SystemSurvey {
  const judged = loaded.map((one) => ({ loaded: one, found: memberOf(one) }));
  const members = judged.flatMap(({ found }) => typeof found === "string" ? [] : [found]);
  const ofKind = (kind: MemberKind) => members.filter((one) => one.kind === kind);
  const machines = ofKind("machine");
  const names = machineNames(machines.map(definitionOf));
  const faulty = judged.filter(({ found }) => typeof found === "string");
  return {
    system,
    actors: new Set(actorsOf(system).map(({ name }) => name)),
    loaded: judged.map(({ loaded, found }) => ({
      loaded,
      fault: typeof found === "string" ? found : undefined,
    })),
    members,
    erds: ofKind("erd"),
    machines: machines.map((member, index) => machineFacts(member, names[index] ?? "")),
    scenarios: ofKind("sequence").map((member) => ({
      member,
      participants: participantsOf(member.definition),
      messages: allMessages(member.definition),
    })),
    entities: entitiesByName(ofKind("erd")),
    incomplete: new Set(faulty.flatMap(({ loaded }) => kindsOf(loaded.path))),
  };
}

function machineFacts(member: Member, name: string): MachineFacts {
  const definition = definitionOf(member);
  const settings: unknown = definition.settings;
  const objects: unknown = isObject(settings) ? settings.objects : undefined;
  const states = Array.from(walkStates(definition.state));
  const first = new Map<string, StateVisit>();
  for (const visit of states) {
    const own: unknown = visit.state.name;
    if (typeof own === "string" && !first.has(own)) first.set(own, visit);
  }
  return {
    member,
    definition,
    name,
    ownName: isObject(settings) ? textOrEmpty(settings.name).trim() : "",
    objects: located(objects, "/settings/objects").map(({ value, path }) => ({
      instance: textOrEmpty(value.instance),
      className: textOrEmpty(value.class),
      path,
    })).filter(({ instance }) => instance !== ""),
    guards: states.flatMap(guardsOf),
    events: new Set(triggersOf(definition)),
    states: first,
  };
}

function guardsOf({ state, path }: StateVisit): GuardFact[] {
  const list: readonly unknown[] = Array.isArray(state.transitions) ? state.transitions : [];
  return transitionsOf(state).flatMap((transition) => {
    const condition = conditionOf(transition);
    if (condition === undefined) return [];
    return [{
      condition,
      state: textOrEmpty(state.name),
      event: eventOf(transition),
      path: `${path}/transitions/${list.indexOf(transition)}/condition`,
    }];
  });
}

/** The ids of events and timers that are texts. */
function triggersOf({ events }: StateMachineDefinition): string[] {
  return objectsIn<EventSource>(events).flatMap(({ events, timers }) =>
    [...objectsIn<{ id?: unknown }>(events), ...objectsIn<{ id?: unknown }>(timers)]
      .flatMap(({ id }) => typeof id === "string" && id !== "" ? [id] : [])
  );
}

/** The root of a machine whose `state` is no object has no name and no children. */
const NO_STATE: State = { name: "" };

function definitionOf({ definition }: Member): StateMachineDefinition {
  const machine: StateMachineDefinition & JsonObject = definition as StateMachineDefinition & JsonObject;
  return isObject(machine.state) ? machine : { ...machine, state: NO_STATE };
}

function entitiesByName(erds: readonly Member[]): Map<string, EntityFact> {
  const found = new Map<string, EntityFact>();
  for (const member of erds) {
    for (const [name, entity] of byName(entitiesOf(member.definition))) {
      if (!found.has(name)) found.set(name, { member, entity, attributes: attributesOf(entity) });
    }
  }
  return found;
}

function kindsOf(path: string): MemberKind[] {
  const kind = memberKindOfPath(path);
  return kind === undefined ? [] : [kind];
}
