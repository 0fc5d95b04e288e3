import {
  allMessages,
  type AnyOp,
  attributesOf,
  entitiesOf,
  isObject,
  type JsonObject,
  type JsonValue,
  type Located,
  located,
  parseReference,
  participantsOf,
  textOrEmpty,
  transitionsIn,
} from "@loom/protocol";
import { attributeNames } from "./data_rules.ts";
import { isCalled } from "./scenario_rules.ts";
import type { MachineFacts, SystemSurvey } from "./survey.ts";

/** The part that is renamed. */
export interface RenameTarget {
  /** The name, as it was given. */
  readonly from: string;
  /** The new name; that of an attribute without its entity. */
  readonly to: string;
  /** The members in which it is renamed at its origin; `undefined` is the system document. */
  readonly members: ReadonlySet<string | undefined>;
}

/** A name at its origin. */
interface Origin {
  readonly name: string;
  readonly member?: string;
}

/** The change of one document: a rename operation of its kind, and what else names it. */
interface Rewrite {
  readonly rename?: readonly AnyOp[];
  /** Changes a copy of the document, after the operation. */
  readonly edit?: (definition: JsonObject) => void;
}

/** The way in which a part is renamed. */
interface RenameRow {
  /** The names at their origins. */
  readonly origins: (survey: SystemSurvey) => readonly Origin[];
  /** True when the name means one thing, so that two of it are two things. */
  readonly isOne: boolean;
  /** The new name, as origins have it. */
  readonly newName: (target: RenameTarget) => string;
  /** The change of a document, by the path of its member. */
  readonly rewrite: (survey: SystemSurvey, target: RenameTarget, path: string | undefined) => Rewrite;
}

const SAME = ({ to }: RenameTarget) => to;

/** The rows, by what is renamed. */
export const RENAMES: Readonly<Record<RenamedWord, RenameRow>> = {
  entity: {
    isOne: false,
    newName: SAME,
    origins: ({ erds }) =>
      erds.flatMap(({ path, definition }) =>
        entitiesOf(definition).map(({ name }) => ({ name, member: path }))
      ),
    rewrite: (survey, { from, to, members }, path) => ({
      ...(members.has(path) ? { rename: [{ op: "entity.rename", name: from, to }] } : {}),
      edit: (definition) => {
        for (const { value } of objectsOf(survey, path, definition)) replace(value, "class", from, to);
        for (const { value } of scenarioParticipants(survey, path, definition)) {
          replace(value, "holds", from, to);
        }
        for (const value of scenarioMessages(survey, path, definition)) replace(value, "carries", from, to);
      },
    }),
  },
  attribute: {
    isOne: true,
    newName: ({ from, to }) => `${parseReference(from).entity}.${to}`,
    origins: ({ erds }) =>
      erds.flatMap(({ path, definition }) =>
        entitiesOf(definition).flatMap((entity) =>
          attributesOf(entity).map(({ name }) => ({ name: `${entity.name}.${name}`, member: path }))
        )
      ),
    rewrite: (survey, target, path) => ({
      edit: (definition) => {
        if (survey.erds.some((one) => one.path === path)) renameAttribute(definition, target, path);
        const machine = survey.machines.find(({ member }) => member.path === path);
        if (machine !== undefined) renameReads(survey, machine, target, definition);
      },
    }),
  },
  state: {
    isOne: true,
    newName: SAME,
    origins: ({ machines }) =>
      machines.flatMap(({ member, states }) =>
        [...states.keys()].map((name) => ({ name, member: member.path }))
      ),
    rewrite: (survey, target, path) => ({
      ...(target.members.has(path)
        ? { rename: [{ op: "state.rename", name: target.from, to: target.to }] }
        : {}),
      edit: (definition) => {
        for (const value of scenarioMessages(survey, path, definition)) {
          if (meansState(survey, target, value)) replace(value, "state", target.from, target.to);
        }
      },
    }),
  },
  event: {
    isOne: false,
    newName: SAME,
    origins: ({ machines }) =>
      machines.flatMap(({ member, events }) => [...events].map((name) => ({ name, member: member.path }))),
    rewrite: (survey, target, path) => ({
      ...(target.members.has(path)
        ? { rename: [{ op: "event.rename", id: target.from, to: target.to }] }
        : {}),
      edit: (definition) => {
        for (const value of scenarioMessages(survey, path, definition)) {
          const hears = machinesFor(survey, value).filter(({ events }) => events.has(target.from));
          if (hears.length > 0 && hears.every(({ member }) => target.members.has(member.path))) {
            replace(value, "event", target.from, target.to);
          }
        }
      },
    }),
  },
  participant: {
    isOne: false,
    newName: SAME,
    origins: ({ scenarios }) =>
      scenarios.flatMap(({ member, participants }) =>
        participants.map(({ name }) => ({ name, member: member.path }))
      ),
    rewrite: (_survey, { from, to, members }, path) =>
      members.has(path) ? { rename: [{ op: "participant.rename", name: from, to }] } : {},
  },
  machine: {
    isOne: true,
    newName: SAME,
    origins: ({ machines }) =>
      machines.flatMap(({ member, ownName }) =>
        ownName === "" ? [] : [{ name: ownName, member: member.path }]
      ),
    rewrite: (survey, { from, to, members }, path) => ({
      ...(members.has(path) ? { rename: [{ op: "settings.update", patch: { name: to } }] } : {}),
      edit: (definition) => {
        for (const value of scenarioMessages(survey, path, definition)) replace(value, "machine", from, to);
        if (!survey.erds.some((one) => one.path === path)) return;
        for (const entity of entitiesOf(definition)) {
          for (const { value } of attributesOf(entity)) replace(value, "stateOf", from, to);
        }
      },
    }),
  },
  actor: {
    isOne: false,
    newName: SAME,
    origins: ({ actors }) => Array.from(actors, (name) => ({ name })),
    rewrite: (survey, { from, to }, path) => ({
      ...(path === undefined ? { rename: [{ op: "actor.rename", name: from, to }] } : {}),
      edit: (definition) => {
        for (const { value } of scenarioParticipants(survey, path, definition)) {
          replace(value, "actor", from, to);
        }
      },
    }),
  },
};

/** Replaces a name in a member that has it, alone or in a list. */
function replace(value: JsonObject, member: string, from: string, to: string): void {
  const present = value[member];
  if (present === from) value[member] = to;
  else if (Array.isArray(present)) value[member] = present.map((one) => one === from ? to : one);
}

function scenarioMessages(
  { scenarios }: SystemSurvey,
  path: string | undefined,
  definition: JsonObject,
): JsonObject[] {
  if (!scenarios.some(({ member }) => member.path === path)) return [];
  return allMessages(definition).flatMap(({ value }) => value === undefined ? [] : [value]);
}

function scenarioParticipants(
  { scenarios }: SystemSurvey,
  path: string | undefined,
  definition: JsonObject,
): Located[] {
  return scenarios.some(({ member }) => member.path === path) ? participantsOf(definition) : [];
}

function objectsOf(
  { machines }: SystemSurvey,
  path: string | undefined,
  { settings }: JsonObject,
): Located[] {
  if (!machines.some(({ member }) => member.path === path)) return [];
  return located(isObject(settings) ? settings.objects : undefined, "/settings/objects");
}

/** The machines that a message may reach. */
function machinesFor({ machines }: SystemSurvey, message: JsonObject): readonly MachineFacts[] {
  const name = textOrEmpty(message.machine);
  return name === "" ? machines : machines.filter((one) => isCalled(one, name));
}

/** True when the state of a message is that of the renamed machine: of those that take it, no other has it. */
function meansState(survey: SystemSurvey, { from, members }: RenameTarget, message: JsonObject): boolean {
  const event = textOrEmpty(message.event);
  const having = machinesFor(survey, message).filter(({ states }) => states.has(from));
  const hearing = having.filter(({ events }) => events.has(event));
  const meant = hearing.length > 0 ? hearing : having;
  return meant.length > 0 && meant.every(({ member }) => members.has(member.path));
}

/** Renames an attribute in its diagram, and where keys, indexes and references name it. */
function renameAttribute(
  definition: JsonObject,
  { from, to, members }: RenameTarget,
  path: string | undefined,
): void {
  const { entity: owner, attribute = "" } = parseReference(from);
  for (const entity of entitiesOf(definition)) {
    for (const { name, value } of attributesOf(entity)) {
      if (members.has(path) && entity.name === owner && name === attribute) value.name = to;
      replace(value, "references", from, `${owner}.${to}`);
    }
    const lists = ["keys", "indexes", "foreignKeys"].flatMap((list) => located(entity.value[list], ""));
    for (const { value } of lists) {
      if (entity.name === owner) replace(value, "attributes", attribute, to);
      if (value.entity === owner) replace(value, "to", attribute, to);
    }
  }
}

/** Renames a field of objects whose class has the attribute, in guards and in code. */
function renameReads(
  { entities }: SystemSurvey,
  { objects, definition: machine }: MachineFacts,
  { from, to }: RenameTarget,
  definition: JsonObject,
): void {
  const { entity, attribute = "" } = parseReference(from);
  const instances = objects.filter(({ className }) =>
    className === entity || inherits(entities, className, entity, attribute)
  ).map(({ instance }) => instance);
  if (instances.length === 0 || transitionsIn(machine).length === 0) return;
  renameField(definition, instances, attribute, to);
}

/** True when an entity has an attribute from the one that declares it. */
function inherits(
  entities: SystemSurvey["entities"],
  name: string,
  owner: string,
  attribute: string,
): boolean {
  const fact = entities.get(name);
  if (fact === undefined || fact.attributes.some((one) => one.name === attribute)) return false;
  const above = textOrEmpty(fact.entity.value.extends);
  if (above === owner) return true;
  return above !== "" && above !== name && attributeNames(entities, above).has(attribute) &&
    inherits(entities, above, owner, attribute);
}

/** The members of a machine that hold guards and code. */
const TEXTS: ReadonlySet<string> = new Set(["condition", "code"]);
/** The members that hold code as a text, or blocks and lists of it. */
const CODE: ReadonlySet<string> = new Set(["actions", "onEntry", "onExit"]);

/**
 * Renames a field of objects in all guards and code of a machine, in place. Calls of methods and texts in quotes stay.
 *
 * @param instances The names of the objects.
 */
export function renameField(
  machine: JsonObject,
  instances: readonly string[],
  from: string,
  to: string,
): void {
  const names = instances.map(escaped).join("|");
  const pattern = new RegExp(
    `("(?:\\\\.|[^"\\\\])*"|'(?:\\\\.|[^'\\\\])*')|(?<![\\w$.])(${names})(\\s*\\??\\.\\s*)${
      escaped(from)
    }(?![\\w$])(?!\\s*\\()`,
    "g",
  );
  const rewritten = (text: string) =>
    text.replace(
      pattern,
      (whole, quoted?: string, instance?: string, dot?: string) =>
        quoted === undefined ? `${instance}${dot}${to}` : whole,
    );
  const { state } = machine;
  if (isObject(state)) rewrite(state as JsonObject, rewritten);
}

function rewrite(owner: JsonObject, rewritten: (text: string) => string): void {
  // Documents are nested by data, not by the stack.
  const waiting: { readonly value: JsonObject; readonly isCode: boolean }[] = [{
    value: owner,
    isCode: false,
  }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, isCode } = next;
    for (const [key, member] of Object.entries(value)) {
      const holdsCode = isCode || CODE.has(key);
      if (typeof member === "string") {
        if (TEXTS.has(key) || CODE.has(key)) value[key] = rewritten(member);
      } else if (Array.isArray(member)) value[key] = member.map((item) => itemOf(item, holdsCode));
      else if (isObject(member)) waiting.push({ value: member as JsonObject, isCode: holdsCode });
    }
  }

  function itemOf(item: JsonValue, isCode: boolean): JsonValue {
    if (typeof item === "string") return isCode ? rewritten(item) : item;
    if (isObject(item)) waiting.push({ value: item as JsonObject, isCode });
    return item;
  }
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** The parts that can be renamed in all documents of a system. */
export const RENAMED_WORDS = [
  "entity",
  "attribute",
  "state",
  "event",
  "participant",
  "machine",
  "actor",
] as const;

/** One of {@linkcode RENAMED_WORDS}. */
export type RenamedWord = typeof RENAMED_WORDS[number];
