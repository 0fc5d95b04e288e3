import { changesText } from "../../field_changes.ts";
import { planned, refuse } from "../../plan.ts";
import { attributesOf, entitiesOf } from "../lookup.ts";
import type { ErdEnum } from "../types.ts";
import {
  changesOf,
  checkNewEnum,
  enumNamed,
  type ErdCommand,
  givenFields,
  optional,
  required,
} from "./checks.ts";

const NAME = required("name", "string", "The name of the enum.");
const VALUES = required("values", "string[]", "The values, in order.");
const DESCRIPTION = optional("description", "string", "Its meaning.");

/** Adds an enum. */
export const ADD_ENUM: ErdCommand<{
  readonly name: string;
  readonly values: readonly string[];
  readonly description?: string;
}> = planned({
  id: "enum.add",
  title: "Add enum",
  summary: "Adds a named list of values that attributes can have as type.",
  effect: "add",
  arguments: [NAME, VALUES, DESCRIPTION],
}, (def, { name, values, description }) => {
  checkNewEnum(def, name);
  if (values.length === 0) {
    refuse("bad_parameter", `The enum "${name}" has no values`, { remedy: "give some" });
  }
  const added: ErdEnum = { name, values: [...values], ...givenFields({ description }) };
  return { ops: [{ op: "enum.add", enum: added }], summary: `Added enum "${name}" (${values.join(", ")}).` };
});

/** Changes an enum. */
export const UPDATE_ENUM: ErdCommand<{
  readonly name: string;
  readonly values?: readonly string[];
  readonly description?: string;
}> = planned({
  id: "enum.update",
  title: "Update enum",
  summary: "Changes the values or the description of an enum.",
  effect: "set",
  arguments: [NAME, { ...VALUES, required: false }, DESCRIPTION],
}, (def, { name, values, description }) => {
  enumNamed(def, name);
  const changes = changesOf({ values: values?.length === 0 ? undefined : values, description });
  return {
    ops: [{ op: "enum.update", name, ...changes }],
    summary: `Updated enum "${name}": ${changesText(changes)}.`,
  };
});

/** Renames an enum and the type of every attribute that has it. */
export const RENAME_ENUM: ErdCommand<{ readonly name: string; readonly newName: string }> = planned({
  id: "enum.rename",
  title: "Rename enum",
  summary: "Renames an enum and the type of every attribute that has it.",
  effect: "set",
  arguments: [NAME, required("newName", "string", "The name it gets.")],
}, (def, { name, newName }) => {
  enumNamed(def, name);
  checkNewEnum(def, newName);
  return {
    ops: [{ op: "enum.rename", name, to: newName }],
    summary: `Renamed enum "${name}" to "${newName}".`,
  };
});

/** Removes an enum. */
export const REMOVE_ENUM: ErdCommand<{ readonly name: string }> = planned({
  id: "enum.remove",
  title: "Remove enum",
  summary: "Removes an enum.",
  effect: "remove",
  arguments: [NAME],
}, (def, { name }) => {
  enumNamed(def, name);
  const left = entitiesOf(def).flatMap((entity) =>
    attributesOf(entity).filter(({ value }) => value.type === name).map((one) => `${entity.name}.${one.name}`)
  );
  return {
    ops: [{ op: "enum.remove", name }],
    summary: `Removed enum "${name}".`,
    ...(left.length === 0 ? {} : { notes: [`It is still the type of ${left.join(", ")}.`] }),
  };
});
