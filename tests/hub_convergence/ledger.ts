/**
 * What was promised to those who edit, and what may be missing all the same.
 *
 * @module
 */
import {
  applyPatchOps,
  isObject,
  type JsonObject,
  type MachineOp,
  type StateMachineDefinition,
} from "@loom/protocol";
import { TAG, tagsIn } from "../arbitrary/edits.ts";

/** Someone was told that it is in the document. */
interface Promised {
  readonly by: string;
  readonly at: number;
}

/** How long a change of the file may take until everybody has seen it, in milliseconds. */
const UNSEEN = 5_000;

/**
 * Keeps account of everything that was added, by its tag.
 *
 * What was promised has to be there in the end, but for these:
 *
 * - Someone took it away, or something that it stood in at some time.
 * - It was never in the file, and someone who wrote the file renamed or moved what it stands in, or took away or moved something else
 *   that stood there. The hub may have to find out what a file's change was, from the old content and the new one, and a thing that has
 *   another name, other company or another place can look like a new one.
 * - It stood in something that was never promised, since it was written over something else, and that is gone too: what is written over
 *   is there again when someone who wrote the file touched it.
 */
export class Ledger {
  readonly #promised = new Map<string, Promised>();
  readonly #taken = new Set<string>();
  /** What each thing stood in at some time. */
  readonly #holders = new Map<string, Set<string>>();
  readonly #everInFile = new Set<string>();
  /** What was written over something else. */
  readonly #writtenOver = new Set<string>();
  readonly #behind: { readonly at: number; readonly after: JsonObject }[] = [];
  /** When a writer of the file did the last thing to something by which it may not be known again. */
  readonly #disguised = new Map<string, number>();

  /**
   * Notes an edit when it is made: what it takes away, and where everything stands on the way.
   *
   * @returns the document afterwards
   */
  edited(before: JsonObject, ops: readonly MachineOp[]): JsonObject {
    let now = before;
    for (const op of ops) {
      const next = applyPatchOps(now as unknown as StateMachineDefinition, [op]) as unknown as JsonObject;
      this.#replaced(now, next);
      if (!isAddition(op)) { for (const tag of tagsIn(op)) this.#writtenOver.add(tag); }
      now = next;
    }
    return now;
  }

  /** Notes that the file has another content; what came in between is noted too when it is known. */
  wrote(before: JsonObject, after: JsonObject): void {
    this.#replaced(before, after);
    this.inFile(before);
    this.inFile(after);
    const [old, now] = [looksOf(before), looksOf(after)];
    for (const [tag, { name, holder }] of old) {
      const look = now.get(tag);
      if (look && look.name === name && look.holder === holder) continue;
      for (const one of [tag, holder]) this.#disguised.set(one, performance.now());
    }
  }

  /** Notes what someone writes into the file at this moment who does not wait for others. */
  wroteBehind(before: JsonObject, after: JsonObject): void {
    this.wrote(before, after);
    this.#behind.push({ at: performance.now(), after });
  }

  /** Notes that something was written into the file since a time: it may be written over already by who does not wait for others. */
  wroteSince(start: number, def: JsonObject): void {
    this.inFile(def);
    for (const { at, after } of this.#behind) if (at >= start) this.wrote(def, after);
  }

  /** Notes what is in the file. */
  inFile(def: JsonObject): void {
    for (const tag of tagsIn(def)) this.#everInFile.add(tag);
  }

  /**
   * Notes what someone was told to be in the document for good.
   *
   * @param after the document as they saw it then
   */
  promised(ops: readonly MachineOp[], after: unknown, by: string): void {
    const there = new Set(tagsIn(after));
    for (const op of ops) {
      if (!isAddition(op)) continue;
      for (const tag of tagsIn(op)) {
        if (there.has(tag)) this.#promised.set(tag, { by, at: performance.now() });
      }
    }
  }

  /** How much was promised. */
  get size(): number {
    return this.#promised.size;
  }

  /** What was promised, is not in the document, and should be. */
  missing(def: unknown): string[] {
    const there = new Set(tagsIn(def));
    const missing = [...this.#promised].filter(([tag, { at }]) =>
      !there.has(tag) && !this.#isExcused(tag, (one) => this.#taken.has(one)) &&
      !this.#isExcused(tag, (one) => this.#writtenOver.has(one) && !there.has(one)) &&
      !(!this.#everInFile.has(tag) &&
        this.#isExcused(tag, (one) => (this.#disguised.get(one) ?? -Infinity) > at - UNSEEN))
    );
    return missing.map(([tag, { by }]) =>
      `${tag} (${by}${this.#everInFile.has(tag) ? ", was in the file" : ""})`
    );
  }

  /**
   * Whether something is true of it, or of what held it at some time. The root is always the root: what becomes of it concerns only
   * what stands in it directly.
   */
  #isExcused(
    tag: string,
    isSo: (tag: string) => boolean,
    isDirect = true,
    seen: Set<string> = new Set(),
  ): boolean {
    if (isSo(tag)) return true;
    if (seen.has(tag)) return false;
    seen.add(tag);
    return [...this.#holders.get(tag) ?? []].some((holder) =>
      holder === TOP
        ? isDirect && isSo(TOP)
        : this.#isExcused(holder, isSo, isDirect && isRegionList(holder), seen)
    );
  }

  #replaced(before: JsonObject, after: JsonObject): void {
    const left = new Set(tagsIn(after));
    for (const tag of tagsIn(before)) if (!left.has(tag)) this.#taken.add(tag);
    this.#noteHolders(after);
  }

  #noteHolders(def: JsonObject): void {
    for (const [tag, { holder }] of looksOf(def)) {
      const holders = this.#holders.get(tag) ?? new Set();
      this.#holders.set(tag, holders.add(holder));
    }
  }
}

/** Whether an operation adds and nothing else. What else brings a tag writes over something, and may be written over in turn. */
function isAddition({ op }: MachineOp): boolean {
  return op.endsWith(".add");
}

/** By what a thing is known: its name, and what it stands in. */
interface Look {
  readonly name: unknown;
  readonly holder: string;
}

/** What stands in nothing that has a tag. */
const TOP = "top";

/** By what the list of the regions of something is known, which comes and goes as a whole. */
function regionsOf(holder: string): string {
  return `${holder}/parallel`;
}

function isRegionList(holder: string): boolean {
  return holder.endsWith("/parallel");
}

function looksOf(
  value: unknown,
  holder: string = TOP,
  found: Map<string, Look> = new Map(),
): Map<string, Look> {
  if (Array.isArray(value)) { for (const item of value) looksOf(item, holder, found); }
  if (!isObject(value)) return found;
  const tag = typeof value[TAG] === "string" ? value[TAG] : undefined;
  if (tag !== undefined) found.set(tag, { name: value.name ?? value.id, holder });
  const inside = tag ?? holder;
  for (const [key, member] of Object.entries(value)) {
    if (typeof member !== "object" || member === null) continue;
    if (key === "parallel") found.set(regionsOf(inside), { name: key, holder: inside });
    looksOf(member, key === "parallel" ? regionsOf(inside) : inside, found);
  }
  return found;
}
