/** The lists of a document that operations insert into, remove from and count in. */
export type ListKind =
  | "sources"
  | "events"
  | "timers"
  | "parameters"
  | "transitions"
  | "onEntry"
  | "onExit"
  | "states"
  | "regions";

/** One list of a document, as a plain JSON value. */
export interface ListRef {
  /** What it holds. */
  readonly kind: ListKind;
  /** Whose list it is: a state, an event, the index of a source; `null` is the root state, or for `sources` nobody. */
  readonly of: string | number | null;
}

/** A place in a list, as a plain JSON value. */
export interface Standing {
  /** The list. */
  readonly list: ListRef;
  /** The index in it. */
  readonly index: number;
}

/** What bears a name. `declared` is an event or a timer, whichever has the id. */
export type NamedKind = "state" | "event" | "timer" | "declared";

/** What an operation can refer to. */
export type Thing =
  | { readonly kind: NamedKind; readonly name: string }
  | { readonly kind: "parallel"; readonly name: string }
  | { readonly kind: "item"; readonly list: ListRef; readonly index: number }
  | { readonly kind: "settings" | "document" };

/** Something that is written as a whole: a list, or a part of the definition. */
export interface Whole {
  /** Which part. */
  readonly kind: ListKind | "settings" | "root" | "document";
  /** Whose list it is. */
  readonly of: string | number | null;
}

/**
 * Whether both are the same list.
 *
 * @param root The name of the root state, when it is known: `null` is another word for it.
 */
export function sameList(a: Whole, b: Whole, root: string | undefined): boolean {
  if (a.kind !== b.kind) return false;
  if (a.of === b.of) return true;
  return root !== undefined && (a.of ?? root) === (b.of ?? root);
}

/** Whether two kinds of named things share their names. */
export function sameNames(a: NamedKind, b: NamedKind): boolean {
  return a === b || (a === "declared" && b !== "state") || (b === "declared" && a !== "state");
}

/** Whether both are the same thing. */
export function sameThing(a: Thing, b: Thing, root: string | undefined): boolean {
  if (a.kind === "item") return b.kind === "item" && a.index === b.index && sameList(a.list, b.list, root);
  if (isNamed(a)) return isNamed(b) && a.name === b.name && sameNames(a.kind, b.kind);
  if (a.kind === "parallel") return b.kind === "parallel" && a.name === b.name;
  return a.kind === b.kind;
}

/** Whether it is addressed by a name of its own. */
export function isNamed(thing: Thing): thing is { readonly kind: NamedKind; readonly name: string } {
  return thing.kind === "state" || thing.kind === "event" || thing.kind === "timer" ||
    thing.kind === "declared";
}

/** What owns a list; `undefined` when it is nothing that could go. */
export function ownerOf(list: Whole): Thing | undefined {
  if (typeof list.of === "number") {
    return { kind: "item", list: { kind: "sources", of: null }, index: list.of };
  }
  if (list.of === null) return undefined;
  return { kind: list.kind === "parameters" ? "event" : "state", name: list.of };
}

const NOUNS: Readonly<Record<ListKind, string>> = {
  sources: "event source",
  events: "event",
  timers: "timer",
  parameters: "parameter",
  transitions: "transition",
  onEntry: "entry action",
  onExit: "exit action",
  states: "child",
  regions: "region",
};

/** The thing in words, for a sentence. */
export function nameThing(thing: Thing): string {
  if (thing.kind === "item") return `${NOUNS[thing.list.kind]} ${thing.index}${nameOwner(thing.list)}`;
  if (thing.kind === "parallel") return `the \`parallel\` of ${quote(thing.name)}`;
  if (thing.kind === "declared") return `the event ${quote(thing.name)}`;
  return isNamed(thing) ? `the ${thing.kind} ${quote(thing.name)}` : `the ${thing.kind}`;
}

const PLURALS: Readonly<Record<Whole["kind"], string>> = {
  sources: "the event sources",
  events: "the events",
  timers: "the timers",
  parameters: "the parameters",
  transitions: "the transitions",
  onEntry: "the entry actions",
  onExit: "the exit actions",
  states: "the children",
  regions: "the regions",
  settings: "the settings",
  root: "the states",
  document: "the document",
};

/** The list or part in words, for a sentence. */
export function nameWhole(whole: Whole): string {
  return PLURALS[whole.kind] + nameOwner(whole);
}

function nameOwner({ of }: Whole): string {
  if (of === null) return "";
  return typeof of === "number" ? ` of event source ${of}` : ` of ${quote(of)}`;
}

/** A name in quotation marks. */
export function quote(name: string): string {
  return JSON.stringify(name);
}
