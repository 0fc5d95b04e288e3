import { DOCUMENT, type Structure } from "../model.ts";

/** One list of a document, as a plain JSON value. */
export interface ListRef {
  /** Its name in the model. */
  readonly kind: string;
  /** Its owner: a name, the index of an item, or `null` for the document and for the root. */
  readonly of: string | number | null;
}

/** A place in a list, as a plain JSON value. */
export interface ListPosition {
  /** The list. */
  readonly list: ListRef;
  /** The index in it. */
  readonly index: number;
}

/** A part with a name; `of` is the part, or its space where whichever part has the name is meant. */
export interface NamedTarget {
  /** Tells it apart from other targets. */
  readonly by: "name";
  /** The part, or the space. */
  readonly of: string;
  /** The space of the name. */
  readonly space: string;
  /** The name. */
  readonly name: string;
}

/** A part that an operation refers to. */
export type Target =
  | NamedTarget
  /** An inner part; `name` is the part that has it, `null` for the document. */
  | { readonly by: "part"; readonly of: string; readonly name: string | null }
  /** An item of a list. */
  | { readonly by: "index"; readonly list: ListRef; readonly index: number };

/** Something that is written as a whole: a list, a section or the document, by its name. */
export type Whole = ListRef;

/**
 * True when both are the same list.
 *
 * @param root The name of the root part, when it is known: `null` is another word for it.
 */
export function sameList(a: Whole, b: Whole, root: string | undefined): boolean {
  if (a.kind !== b.kind) return false;
  if (a.of === b.of) return true;
  return root !== undefined && (a.of ?? root) === (b.of ?? root);
}

/** A kind of name: a part, or a space for all of its parts. */
export interface NameKind {
  readonly of: string;
  readonly space: string;
}

/** True when two kinds of named parts share their names. */
export function sameNames(a: NameKind, b: NameKind): boolean {
  return a.space === b.space && (a.of === b.of || a.of === a.space || b.of === b.space);
}

/** True when both are the same part. */
export function sameTarget(a: Target, b: Target, root: string | undefined): boolean {
  if (a.by === "index") return b.by === "index" && a.index === b.index && sameList(a.list, b.list, root);
  if (a.by === "name") return b.by === "name" && a.name === b.name && sameNames(a, b);
  return b.by === "part" && a.of === b.of && a.name === b.name;
}

/** The owner of a list; `undefined` when it cannot go. */
export function ownerOf(structure: Structure, list: Whole): Target | undefined {
  if (list.of === null) return undefined;
  const owner = structure.lists.get(list.kind)?.owner ?? DOCUMENT;
  if (typeof list.of === "string") return named(structure, owner, list.of);
  const holder = [...structure.lists.values()].find(({ of }) => of === owner);
  return holder && { by: "index", list: { kind: holder.name, of: null }, index: list.of };
}

/** A part by its name. */
export function named(structure: Structure, of: string, name: string): NamedTarget {
  return { by: "name", of, space: structure.spaceOf(of), name };
}

/** The section of the document that a part is in. */
export function sectionOf(structure: Structure, target: Target): string {
  if (target.by === "index") return structure.list(target.list.kind).section;
  if (target.by === "part") return structure.inners.get(target.of)?.section ?? target.of;
  return structure.sectionOf(structure.partsIn(target.space)[0] ?? target.of);
}

/** The part in words, for a sentence. */
export function targetText(structure: Structure, target: Target): string {
  if (target.by === "index") {
    const { kind } = target.list;
    return `${structure.list(kind).noun} ${target.index}${ownerText(structure, target.list)}`;
  }
  if (target.by === "part") {
    return target.name === null ? `the ${target.of}` : `the \`${target.of}\` of ${quote(target.name)}`;
  }
  const part = structure.model.parts[target.of] ? target.of : structure.partsIn(target.space)[0] ?? "";
  return `the ${structure.part(part).noun} ${quote(target.name)}`;
}

/** The list or section in words, for a sentence. */
export function wholeText(structure: Structure, whole: Whole): string {
  const list = structure.lists.get(whole.kind);
  const inner = structure.inners.get(whole.kind);
  if (list) return `the ${list.model.plural}${ownerText(structure, whole)}`;
  // The section of a root is known by the parts in it.
  return inner && structure.isNamed(inner.part)
    ? `the ${structure.part(inner.part).noun}s`
    : `the ${whole.kind}`;
}

function ownerText(structure: Structure, { kind, of }: Whole): string {
  if (of === null) return "";
  if (typeof of === "string") return ` of ${quote(of)}`;
  const owner = structure.lists.get(kind)?.owner ?? DOCUMENT;
  return ` of ${structure.part(owner).noun} ${of}`;
}

/** A name in quotation marks. */
export function quote(name: string): string {
  return JSON.stringify(name);
}

/** Names by part, such as `{ state: ["Open"] }`. */
export type Names = Readonly<Record<string, readonly string[]>>;

/** Parts above and below a moved part. */
export interface Ancestry {
  /** The names of the parts that it is below afterwards, the nearest first. */
  readonly under: readonly string[];
  /** The names of the parts that it was below. */
  readonly was: readonly string[];
  /** The names of the parts that move, itself included. */
  readonly moved: readonly string[];
}

/** Facts about an operation that only the document has. */
export interface OpContext {
  /** The old position of the part that it removes or moves. */
  readonly from?: ListPosition;
  /** The place of its insertion. */
  readonly to?: ListPosition;
  /** The names that disappear with it. */
  readonly gone?: Names;
  /** For a move into a named part: the parts above and below. */
  readonly ancestry?: Ancestry;
  /** The inner part that goes with its last item. */
  readonly loses?: { readonly of: string; readonly name: string };
}
