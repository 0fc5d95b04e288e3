import { isObject } from "../../json/value.ts";
import type { AnyOp } from "../row.ts";
import type { Algebra } from "../apply.ts";
import { placesFrom } from "../draft.ts";
import { DOCUMENT, type ListInfo, type Members, type Structure, valueAt } from "../model.ts";
import { listNamed, type OpRow, type PlaceSpec, rowOf, type TargetSpec, type Verb } from "../row.ts";
import {
  type Ancestry,
  type ListRef,
  named,
  type NameKind,
  type Names,
  type OpContext,
  type Target,
  type Whole,
} from "./target.ts";

/** The place of an insertion. */
export interface Insertion {
  /** The list. */
  readonly list: ListRef;
  /** The gap, `Infinity` for the end; `null` when it cannot be known without the document. */
  readonly index: number | null;
  /** The index is known to be in the list, so that it means the same to everybody. */
  readonly sure: boolean;
}

/** A name that becomes another one. */
export interface Renamed extends NameKind {
  /** The name before. */
  readonly from: string;
  /** The name after. */
  readonly to: string;
}

/** The effect of an operation on others: the part that it refers to, and what it does to names and places. */
export interface Effect {
  /** The operation. */
  readonly op: AnyOp;
  /** Its row. */
  readonly row: OpRow;
  /** Its verb; `set` counts as `update`. */
  readonly verb: Exclude<Verb, "set">;
  /** The model. */
  readonly structure: Structure;
  /** The part that must be there. */
  readonly target: Target | undefined;
  /** The position of a named target, the index `null` when it cannot be known; `undefined` when nothing is known. */
  readonly from: { readonly list: ListRef; readonly index: number | null } | undefined;
  /** The place of its insertion. */
  readonly place: Insertion | undefined;
  /** The names it changes. */
  readonly renames: readonly Renamed[];
  /** The texts that refer to those names change too. */
  readonly rewrites: boolean;
  /** The names that are taken afterwards and were free before, each as {@linkcode nameWord} writes it. */
  readonly brings: readonly string[];
  /** The lists and sections that it writes as a whole, with no regard for what is there. */
  readonly wholes: readonly Whole[];
  /** Those of them that it leaves empty or takes away: something new may still be put there. */
  readonly emptied: readonly Whole[];
  /** The kinds of lists in one of which, it cannot be known which, it did something. */
  readonly vague: readonly string[];
  /** The names that disappear with it, its target aside; `undefined` when they are not known. */
  readonly gone: Names | undefined;
  /** For a move into a named part: what is above it; `undefined` when it is not known. */
  readonly ancestry: Ancestry | undefined;
  /** The inner part that a named part loses. */
  readonly loses: { readonly of: string; readonly name: string } | undefined;
  /** The name of the root part, when it is known. */
  readonly root: string | undefined;
}

const NONE: readonly never[] = [];

/** A name among brought names: its space and itself. */
export function nameWord(space: string, name: string): string {
  return `${space}:${name}`;
}

/**
 * Reads an operation by its row.
 *
 * @param op The operation, not trusted to be one.
 * @param context What only the document could say about it.
 * @param root The name of the root part, when it is known.
 * @returns `undefined` for an operation that is not known, or whose references are of the wrong type.
 */
export function readEffect(
  { structure, rows }: Algebra,
  op: AnyOp,
  context: OpContext | undefined,
  root: string | undefined,
): Effect | undefined {
  const row = rowOf(rows, op);
  if (!row) return undefined;
  const verb = row.verb === "set" ? "update" : row.verb;
  const target = row.target && targetOf(structure, op, row.target);
  const place = row.place && insertionOf(structure, op, row.place);
  if ((row.target && !target) || (row.place && !place)) return undefined;
  if (verb === "rename" && typeof op.to !== "string") return undefined;
  const patch = verb === "update" ? patchOf(op, row) : undefined;
  if (verb === "update" && !patch) return undefined;
  const wholes = target && patch ? wholesOf(structure, target, patch, row) : NONE;
  const renames = target ? renamesOf(structure, op, row, target, patch) : NONE;
  return {
    op,
    row,
    verb,
    structure,
    target,
    from: context?.from,
    place: place && context?.to ? { ...context.to, sure: true } : place,
    renames,
    rewrites: verb === "rename",
    brings: broughtWords(structure, op, row, target, renames),
    wholes,
    emptied: patch && target && wholes.length > 0 ? emptiedOf(structure, target, wholes, patch) : NONE,
    vague: NONE,
    gone: context?.gone,
    ancestry: context?.ancestry,
    loses: context?.loses ?? lostInner(structure, target, patch),
    root,
  };
}

/** The list that a row names, of the owner that the fields name. */
function listOf(
  structure: Structure,
  op: Members,
  list: TargetSpec | PlaceSpec,
  owner: unknown,
): ListRef | undefined {
  const kind = "list" in list ? listNamed(list.list, op) : undefined;
  const info = kind === undefined ? undefined : structure.lists.get(kind);
  if (!info) return undefined;
  if (info.owner === DOCUMENT) return { kind: info.name, of: null };
  if (!structure.isNamed(info.owner)) {
    return Number.isInteger(owner) ? { kind: info.name, of: owner as number } : undefined;
  }
  // `null` is the root, where a place among its own kind is meant.
  const isRoot = owner === null && info.owner === info.of;
  return typeof owner === "string" || isRoot ? { kind: info.name, of: owner as string | null } : undefined;
}

function targetOf(structure: Structure, op: Members, spec: TargetSpec): Target | undefined {
  if (spec.by === "name") {
    const name = op[spec.field];
    return typeof name === "string" ? named(structure, spec.of, name) : undefined;
  }
  if (spec.by === "part") {
    const name = spec.field === undefined ? null : op[spec.field];
    return name === null || typeof name === "string" ? { by: "part", of: spec.of, name } : undefined;
  }
  const list = listOf(structure, op, spec, spec.owner === undefined ? null : op[spec.owner]);
  const { index } = op;
  return list && Number.isInteger(index) ? { by: "index", list, index: index as number } : undefined;
}

function insertionOf(structure: Structure, op: Members, spec: PlaceSpec): Insertion | undefined {
  const field = spec.owner?.find((name) => op[name] !== undefined);
  const list = listOf(structure, op, spec, field === undefined ? undefined : op[field]);
  if (!list) return undefined;
  const index = spec.index === undefined ? undefined : op[spec.index];
  if (index === undefined || index === null) return { list, index: Infinity, sure: false };
  if (typeof index !== "number") return undefined;
  const whole = Math.trunc(index) || 0;
  return { list, index: whole < 0 ? null : whole, sure: false };
}

/** The members that an update sets; a deleted one is set to `undefined`. */
export function patchOf(op: Members, row: OpRow): ReadonlyMap<string, unknown> | undefined {
  if (row.verb === "set") {
    return new Map(row.member === undefined ? [] : [[row.member, op[row.payload?.field ?? ""]]]);
  }
  const { patch, unset } = op;
  if (!isObject(patch) || (unset !== undefined && !Array.isArray(unset))) return undefined;
  const keys = new Map<string, unknown>();
  for (const key of unset ?? []) keys.set(String(key), undefined);
  for (const key of Object.keys(patch)) keys.set(key, patch[key]);
  return keys;
}

/** The lists and sections in a member of a target, with the members that lead to them from there. */
function heldBy(
  structure: Structure,
  target: Target,
  key: string,
): { kind: string; list?: ListInfo; rest: readonly string[] }[] {
  const found = (part: string, path: readonly string[]) =>
    structure.listsOf(part).filter((list) => [...path, key].every((step, at) => list.path[at] === step)).map((
      list,
    ) => ({
      kind: list.name,
      list,
      rest: list.path.slice(path.length + 1),
    }));
  if (target.by === "index") return found(structure.list(target.list.kind).of, []);
  if (target.by === "name") return structure.partsIn(target.space).flatMap((part) => found(part, []));
  const inner = structure.inners.get(target.of);
  if (inner) return found(inner.owner, inner.path);
  const section = structure.innersOf(DOCUMENT).find(({ path }) => path[0] === key);
  return [...(section ? [{ kind: section.name, rest: [] }] : []), ...found(DOCUMENT, [])];
}

function wholesOf(
  structure: Structure,
  target: Target,
  patch: ReadonlyMap<string, unknown>,
  row: OpRow,
): readonly Whole[] {
  const isDocument = target.by === "part" && target.of === DOCUMENT;
  if (isDocument && row.verb === "set") {
    return [DOCUMENT, ...structure.sections].map((kind) => ({ kind, of: null }));
  }
  const of = ownAddress(target);
  let wholes: Whole[] | undefined;
  for (const key of patch.keys()) {
    for (const { kind } of heldBy(structure, target, key)) {
      (wholes ??= []).push({ kind, of: isDocument ? null : of });
    }
  }
  return wholes ?? NONE;
}

/** The address of a target in operations that name it as the owner of a list. */
function ownAddress(target: Target): string | number | null {
  return target.by === "index" ? target.index : target.name;
}

/** The lists that an update leaves empty, or takes away. */
function emptiedOf(
  structure: Structure,
  target: Target,
  wholes: readonly Whole[],
  patch: ReadonlyMap<string, unknown>,
): readonly Whole[] {
  const emptied = new Set<string>();
  for (const [key, value] of patch) {
    for (const { kind, list, rest } of heldBy(structure, target, key)) {
      const items = rest.length === 0 || value === undefined
        ? value
        : isObject(value)
        ? valueAt(value, rest)
        : value;
      if (list && (items === undefined || (Array.isArray(items) && items.length === 0))) emptied.add(kind);
    }
  }
  return wholes.filter(({ kind }) => emptied.has(kind));
}

/** The inner part with named parts that an update replaces or deletes. */
function lostInner(
  structure: Structure,
  target: Target | undefined,
  patch: ReadonlyMap<string, unknown> | undefined,
): Effect["loses"] {
  if (target?.by !== "name" || !patch) return undefined;
  for (const part of structure.partsIn(target.space)) {
    for (const inner of structure.innersOf(part)) {
      const isBearing = structure.listsOf(part).some((list) =>
        structure.isBearing(list.of) && inner.path.every((key, at) => list.path[at] === key)
      );
      if (isBearing && patch.has(inner.path[0] ?? "")) return { of: inner.name, name: target.name };
    }
  }
  return undefined;
}

function renamesOf(
  structure: Structure,
  op: Members,
  { verb }: OpRow,
  target: Target,
  patch: ReadonlyMap<string, unknown> | undefined,
): readonly Renamed[] {
  if (target.by !== "name") return NONE;
  const { of, space, name: from } = target;
  const part = structure.model.parts[of] ? of : structure.partsIn(space)[0] ?? "";
  const to = verb === "rename" ? op.to : patch?.get(structure.part(part).key?.member ?? "");
  // A name that is kept is kept against others, too.
  if (typeof to !== "string") return NONE;
  const renamed: Renamed = { of, space, from, to };
  const derived = structure.model.spaces[space]?.derived;
  if (!derived || verb !== "rename") return [renamed];
  const other = structure.spaceOf(derived.part);
  return [renamed, { of: derived.part, space: other, from: derived.of(from), to: derived.of(to) }];
}

/** The names that an operation brings into a document. */
function broughtWords(
  structure: Structure,
  op: Members,
  row: OpRow,
  target: Target | undefined,
  renames: readonly Renamed[],
): readonly string[] {
  if (row.verb === "rename") {
    return target?.by === "name" && op.to !== target.name
      ? renames.map(({ space, to }) => nameWord(space, to))
      : NONE;
  }
  const brought = broughtNames(structure, op, row);
  if (brought.length === 0) return NONE;
  const own = target?.by === "name" ? nameWord(target.space, target.name) : undefined;
  return brought.map(({ space, name }) => nameWord(space, name)).filter((word) => word !== own);
}

/** The names in the part of a document that an operation carries. */
export function broughtNames(
  structure: Structure,
  op: Members,
  { payload }: OpRow,
): readonly { readonly part: string; readonly space: string; readonly name: string }[] {
  const value = payload && op[payload.field];
  if (!payload || !isObject(value)) return NONE;
  const inner = [...structure.inners.values()].find(({ part, owner }) =>
    part === payload.as && owner !== DOCUMENT
  );
  const isInner = inner !== undefined && !structure.isNamed(payload.as);
  const top = isInner
    ? { part: inner.owner, value: inner.path.reduceRight<Members>((held, key) => ({ [key]: held }), value) }
    : { part: payload.as, value };
  if (!structure.isBearing(top.part)) return NONE;
  const names = Array.from(placesFrom(structure, { ...top, owner: null, list: null }), (place) => ({
    part: place.part,
    space: structure.spaceOf(place.part),
    name: structure.nameOf(place.part, place.value),
  }));
  return names.filter((one): one is { part: string; space: string; name: string } => one.name !== undefined);
}
