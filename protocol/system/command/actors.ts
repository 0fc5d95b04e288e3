import { changesFrom, changesText, givenFields, someChanges } from "../../field_changes.ts";
import { checkPlace, planned } from "../../plan.ts";
import { actorsOf } from "../lookup.ts";
import { SYSTEM_ACTOR_KINDS } from "../shape.ts";
import type { SystemActor } from "../types.ts";
import { actorNamed, checkNewActor, INDEX, optional, required, type SystemCommand } from "./checks.ts";

const NAME = required("name", "string", "The name of the actor.");
const KIND = required("kind", SYSTEM_ACTOR_KINDS.map((kind) => `"${kind}"`).join(" | "), "Its kind.");
const FIELDS = [
  optional("description", "string", 'Its part in the system; "" clears it.'),
  optional("wheelNode", "string", "Its id in an external registry."),
];

/** Adds an actor. */
export const ADD_ACTOR: SystemCommand<{
  readonly name: string;
  readonly kind: SystemActor["kind"];
  readonly description?: string;
  readonly wheelNode?: string;
  readonly index?: number;
}> = planned({
  id: "actor.add",
  title: "Add actor",
  summary: "Adds a person or program to the system.",
  effect: "add",
  arguments: [NAME, KIND, ...FIELDS, INDEX],
}, (def, { name, kind, index, ...fields }) => {
  checkNewActor(def, name);
  checkPlace(index, actorsOf(def).length, "among the actors");
  const actor: SystemActor = { name, kind, ...givenFields(fields) };
  return {
    ops: [{ op: "actor.add", actor, ...(index === undefined ? {} : { index }) }],
    summary: `Added actor "${name}" (${kind}).`,
  };
});

/** Changes an actor. */
export const UPDATE_ACTOR: SystemCommand<{
  readonly name: string;
  readonly kind?: SystemActor["kind"];
  readonly description?: string;
  readonly wheelNode?: string;
}> = planned({
  id: "actor.update",
  title: "Update actor",
  summary: "Changes fields of an actor.",
  effect: "set",
  arguments: [NAME, { ...KIND, required: false }, ...FIELDS],
}, (def, { name, kind, description, wheelNode }) => {
  actorNamed(def, name);
  const changes = someChanges(
    changesFrom({ kind, description, wheelNode }),
    "kind, description or wheelNode",
  );
  return {
    ops: [{ op: "actor.update", name, ...changes }],
    summary: `Updated actor "${name}": ${changesText(changes)}.`,
  };
});

/** Renames an actor. */
export const RENAME_ACTOR: SystemCommand<{ readonly name: string; readonly newName: string }> = planned({
  id: "actor.rename",
  title: "Rename actor",
  summary: "Renames an actor; participants of scenarios that name it stay.",
  effect: "set",
  arguments: [NAME, required("newName", "string", "The name it gets.")],
}, (def, { name, newName }) => {
  actorNamed(def, name);
  checkNewActor(def, newName);
  return {
    ops: [{ op: "actor.rename", name, to: newName }],
    summary: `Renamed actor "${name}" to "${newName}".`,
  };
});

/** Moves an actor to another place. */
export const MOVE_ACTOR: SystemCommand<{ readonly name: string; readonly index: number }> = planned({
  id: "actor.move",
  title: "Move actor",
  summary: "Moves an actor to another place among the others.",
  effect: "set",
  arguments: [NAME, required("index", "integer", "Afterwards, from 0.")],
}, (def, { name, index }) => {
  actorNamed(def, name);
  checkPlace(index, actorsOf(def).length - 1, "among the actors");
  return { ops: [{ op: "actor.move", name, index }], summary: `Moved actor "${name}" to #${index}.` };
});

/** Removes an actor. */
export const REMOVE_ACTOR: SystemCommand<{ readonly name: string }> = planned({
  id: "actor.remove",
  title: "Remove actor",
  summary: "Removes an actor; participants of scenarios that name it stay.",
  effect: "remove",
  arguments: [NAME],
}, (def, { name }) => {
  actorNamed(def, name);
  return { ops: [{ op: "actor.remove", name }], summary: `Removed actor "${name}".` };
});
