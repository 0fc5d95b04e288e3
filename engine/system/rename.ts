import {
  type AnyOp,
  didYouMean,
  type JsonObject,
  orThrow,
  type Refusal,
  refused,
  type Result,
} from "@loom/protocol";
import { LOOM_KINDS } from "../kinds.ts";
import type { LoadedMember } from "./member.ts";
import { type RenamedWord, RENAMES, type RenameTarget } from "./rename_rows.ts";
import { surveyOf } from "./survey.ts";

/** A new name for something in a system. */
export interface SystemRename {
  /** The kind of part. */
  readonly what: RenamedWord;
  /** Its name; `Entity.attribute` for an attribute. */
  readonly from: string;
  /** The new name; that of an attribute with or without its entity. */
  readonly to: string;
  /** The path of the only member in which it is renamed at its origin. Default: everywhere it is. */
  readonly member?: string | undefined;
}

/** The operations of a change on one document of a system. */
export interface DocumentOps {
  /** The path of the member, as the system writes it; absent for the system document. */
  readonly member?: string;
  /** The operations, to be applied all or none. */
  readonly ops: readonly AnyOp[];
  /** The document afterwards. */
  readonly after: JsonObject;
}

/**
 * Plans a rename in all documents of a system: the name itself, and every name of it elsewhere. Nothing is changed.
 *
 * @returns The operations of each document that changes, or a refusal: the name is not there, the new one is taken, or a
 * member cannot be read.
 *
 * @example
 * ```ts
 * import { planRename } from "@loom/engine";
 * import { assertEquals } from "@std/assert";
 * const system = {
 *   settings: { namespace: "Home", name: "Home" },
 *   members: [{ path: "come_in.sqdf.json" }],
 *   actors: [{ name: "Guest", kind: "person" }],
 * };
 * const comeIn = {
 *   settings: { namespace: "Home", name: "Come in" },
 *   participants: [{ name: "Visitor", actor: "Guest" }],
 *   messages: [],
 * };
 * const planned = planRename(system, [{ path: "come_in.sqdf.json", definition: comeIn }], {
 *   what: "actor",
 *   from: "Guest",
 *   to: "Friend",
 * });
 * assertEquals(planned.ok && planned.value.map(({ ops }) => ops), [
 *   [{ op: "actor.rename", name: "Guest", to: "Friend" }],
 *   [{ op: "participant.update", name: "Visitor", patch: { actor: "Friend" } }],
 * ]);
 * ```
 */
export function planRename(
  system: JsonObject,
  members: readonly LoadedMember[],
  { what, from, to: given, member }: SystemRename,
): Result<DocumentOps[]> {
  const survey = surveyOf(system, members);
  const unreadable = survey.loaded.find(({ fault }) => fault !== undefined);
  if (unreadable !== undefined) {
    return refuse(
      "unreadable_member",
      `${unreadable.fault} Nothing was renamed: mend it, or remove the member.`,
    );
  }
  if (member !== undefined && !survey.members.some(({ path }) => path === member)) {
    const paths = survey.members.map(({ path }) => path);
    return refuse("unknown_name", `There is no member "${member}".${didYouMean(member, paths)}`, paths);
  }
  const row = RENAMES[what];
  const to = what === "attribute" ? withoutEntity(from, given) : given;
  if (to.trim() === "" || to !== to.trim() || /\p{Cc}/u.test(to)) {
    return refuse(
      "bad_name",
      `${JSON.stringify(to)} cannot name a ${what}: give a word without blanks around it.`,
    );
  }
  const origins = row.origins(survey).filter((one) => member === undefined || one.member === member);
  const found = origins.filter(({ name }) => name === from);
  if (found.length === 0) {
    const names = [...new Set(origins.map(({ name }) => name))];
    const how = what === "attribute" && !from.includes(".") ? " Name it as Entity.attribute." : "";
    return refuse("unknown_name", `There is no ${what} "${from}".${how}${didYouMean(from, names)}`, names);
  }
  if (found.length > 1 && row.isOne) {
    const paths = found.map((one) => one.member ?? "").filter(Boolean);
    const message = `Several members have the ${what} "${from}": name the one to rename, ${
      paths.join(" or ")
    }.`;
    return refuse("ambiguous_name", message, paths);
  }
  const target: RenameTarget = { from, to, members: new Set(found.map((one) => one.member)) };
  const taken = origins.find(({ name, member }) =>
    name === row.newName(target) && target.members.has(member)
  );
  if (taken !== undefined && row.newName(target) !== from) {
    return refuse("duplicate", `There is a ${what} "${row.newName(target)}" already: choose another name.`);
  }
  const documents = [
    { path: undefined, kind: "system", definition: system },
    ...survey.members,
  ];
  const changed = documents.flatMap(({ path, kind, definition }): DocumentOps[] => {
    const { ops, after } = changesIn(kind, definition, row.rewrite(survey, target, path));
    return ops.length === 0 ? [] : [{ ...(path === undefined ? {} : { member: path }), ops, after }];
  });
  return { ok: true, value: changed };
}

/** The operations of one document: the rename at its origin, then what differs after the names elsewhere. */
function changesIn(
  kind: string,
  definition: JsonObject,
  { rename = [], edit }: {
    readonly rename?: readonly AnyOp[];
    readonly edit?: (definition: JsonObject) => void;
  },
): { readonly ops: readonly AnyOp[]; readonly after: JsonObject } {
  const changes = LOOM_KINDS.named(kind)?.content?.changes;
  if (changes === undefined) return { ops: [], after: definition };
  const renamed = rename.length === 0 ? definition : orThrow(changes.apply(definition, rename));
  const after = structuredClone(renamed);
  edit?.(after);
  return { ops: [...rename, ...changes.diff(renamed, after)], after };
}

function withoutEntity(from: string, to: string): string {
  const entity = from.slice(0, from.indexOf(".") + 1);
  return to.startsWith(entity) ? to.slice(entity.length) : to;
}

function refuse(code: string, message: string, alternatives?: readonly string[]): Result<never> {
  const refusal: Refusal = { code, message, ...(alternatives === undefined ? {} : { alternatives }) };
  return refused(refusal);
}
