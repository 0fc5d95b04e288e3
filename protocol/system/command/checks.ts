import type { EditCommand } from "../../command.ts";
import { optional } from "../../field_changes.ts";
import { checkName, refuse, refuseUnknown } from "../../plan.ts";
import type { FieldShape } from "../../shape/shape.ts";
import { actorsOf, type Located, membersOf } from "../lookup.ts";
import { memberKindOfPath } from "../member_kind.ts";
import { resolveMemberPath } from "../member_path.ts";
import type { SystemOp } from "../ops.ts";
import { MEMBER_ENDINGS } from "../rules.ts";
import type { SystemDefinition } from "../types.ts";

export { optional, required } from "../../field_changes.ts";

/** An edit of a system document. */
export type SystemCommand<Arguments extends object> = EditCommand<SystemDefinition, SystemOp, Arguments>;

/** A place in a list. */
export const INDEX: FieldShape = optional("index", "integer", "From 0; default: last.");

/** The member of a path, in any spelling from the folder of the system. */
export function memberAt(def: SystemDefinition, path: string): Located {
  const members = membersOf(def);
  const resolved = resolveMemberPath("", path);
  return members.find(({ name }) => name === path) ??
    members.find(({ name }) => name !== "" && resolveMemberPath("", name) === resolved) ??
    refuseUnknown("member", path, members.map(({ name }) => name), [
      { command: "member.add", words: "add it" },
      " first",
    ]);
}

/** The actor of a name. */
export function actorNamed(def: SystemDefinition, name: string): Located {
  const actors = actorsOf(def);
  return actors.find((one) => one.name === name) ??
    refuseUnknown("actor", name, actors.map((one) => one.name), [
      { command: "actor.add", words: "add it" },
      " first",
    ]);
}

/** Refuses the path of a new member that cannot be one, or is one already. */
export function checkNewMember(def: SystemDefinition, path: string): void {
  checkName("member", path);
  if (memberKindOfPath(path) === undefined) {
    refuse("bad_path", `${JSON.stringify(path)} cannot be a member`, { remedy: MEMBER_ENDINGS });
  }
  const resolved = resolveMemberPath("", path);
  const taken = membersOf(def).find(({ name }) => name !== "" && resolveMemberPath("", name) === resolved);
  if (taken === undefined) return;
  refuse("duplicate", `"${taken.name}" is a member already`, {
    path: taken.at,
    remedy: ["name another file, or use ", { command: "member.update" }],
  });
}

/** Refuses the name of a new actor that is none, or taken. */
export function checkNewActor(def: SystemDefinition, name: string): void {
  checkName("actor", name);
  const taken = actorsOf(def).find((one) => one.name === name);
  if (taken === undefined) return;
  refuse("duplicate", `The actor "${name}" already exists`, {
    path: taken.at,
    remedy: ["choose another name, or use ", { command: "actor.update" }],
  });
}
