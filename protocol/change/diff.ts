import { cloneJson } from "../json/clone.ts";
import { equalJson } from "../json/equal.ts";
import { isObject } from "../json/value.ts";
import type { AnyOp } from "./row.ts";
import type { Algebra } from "./apply.ts";
import { diffNames } from "./diff_names.ts";
import { diffParts, replaceNarrowest } from "./diff_parts.ts";
import { PatchError, Refusal } from "./error.ts";
import { memberChange } from "./members.ts";
import { DOCUMENT, type Members, valueAt } from "./model.ts";
import { Work } from "./work.ts";

/** Detail of a comparison: part by part, by the narrowest difference, or as one member of the document. */
const DETAIL = { parts: 0, narrowest: 1, whole: 2 } as const;

/**
 * The operations that turn one document into another, exactly: the order of keys included, for any two documents.
 *
 * Parts keep their identity: what moved is moved, and what only changed its name, or hardly more, is renamed. A part
 * that some tool has given an id of its own (`uid`, `uuid`, `guid` or `x-id`) is known by that alone. Where single
 * operations cannot tell a difference (repeated names, members of an odd kind), the smallest part that can be
 * replaced is replaced; in the end that is the whole document.
 *
 * @throws {PatchError} When the new document is no object.
 */
export function diff(algebra: Algebra, from: Members, to: Members): AnyOp[] {
  if (!isObject(to)) {
    const refusal = new Refusal("wrong_type", null, "the new document must be an object; read it first.");
    throw new PatchError({ by: "diffDefinition", op: "", index: -1 }, refusal);
  }
  if (equalJson(from, to)) return [];
  const { sections } = algebra.structure;
  const detail = new Map<string, number>(sections.map((section) => [section, DETAIL.parts]));
  // The coarser a section is compared, the fewer ways are left to fail, so this ends.
  for (;;) {
    const attempt = new Attempt(algebra, from, to, detail);
    const failed = attempt.run();
    if (failed.length === 0) return attempt.work.ops;
    const coarser = failed.filter((section) => (detail.get(section) ?? 0) < DETAIL.whole);
    if (coarser.length === 0) return [attempt.work.write.setDocument(cloneJson(to))];
    for (const section of coarser) detail.set(section, (detail.get(section) ?? 0) + 1);
  }
}

/** One try at telling the difference, with some detail for each section. */
class Attempt {
  readonly work: Work;
  readonly #algebra: Algebra;
  readonly #next: Members;
  readonly #detail: ReadonlyMap<string, number>;
  /** The members that operations of their own have dealt with. */
  readonly #settled = new Set<string>();
  #current = "";

  constructor(algebra: Algebra, from: Members, next: Members, detail: ReadonlyMap<string, number>) {
    this.work = new Work(algebra, from);
    this.#algebra = algebra;
    this.#next = next;
    this.#detail = detail;
  }

  /** The sections that did not come out right; none when all did. */
  run(): string[] {
    try {
      this.#compare();
    } catch (error) {
      if (error instanceof Refusal) return [this.#current];
      throw error;
    }
    const { top } = this.work.draft;
    if (equalJson(top, this.#next)) return [];
    const { sections } = this.#algebra.structure;
    const failed = sections.filter((section) => {
      const path = this.#pathOf(section);
      return !equalJson(valueAt(top, path), valueAt(this.#next, path));
    });
    return failed.length > 0 ? failed : [...sections];
  }

  #compare(): void {
    const [work, next] = [this.work, this.#next];
    const { structure } = this.#algebra;
    // Renames rewrite references everywhere, so they come before everything that compares.
    for (const space of Object.keys(structure.model.spaces)) {
      const section = structure.sectionOf(structure.partsIn(space)[0] ?? "");
      this.#section(section, DETAIL.parts, () => (diffNames(work, next, space), false));
    }
    for (const section of structure.sections) {
      this.#section(section, DETAIL.parts, () => {
        const inner = structure.inners.get(section);
        if (inner && !structure.isBearing(inner.part)) return this.#updateInner(section);
        return diffParts(work, next, section) || replaceNarrowest(work, next, section);
      });
      this.#section(section, DETAIL.narrowest, () => replaceNarrowest(work, next, section));
    }
    const change = memberChange(work.draft.top, next, (key) => this.#settled.has(key));
    if (change) work.emit(work.write.updatePart(DOCUMENT, null, change));
  }

  /** Compares a section when it is to be compared in that detail. */
  #section(section: string, detail: number, compare: () => boolean): void {
    if (this.#detail.get(section) !== detail) return;
    this.#current = section;
    if (compare()) this.#settled.add(this.#pathOf(section)[0] ?? "");
  }

  #updateInner(section: string): boolean {
    const path = this.#pathOf(section);
    const [now, then] = [valueAt(this.work.draft.top, path), valueAt(this.#next, path)];
    if (!isObject(now) || !isObject(then)) return false;
    const change = memberChange(now, then);
    if (change) this.work.emit(this.work.write.updatePart(section, null, change));
    return true;
  }

  #pathOf(section: string): readonly string[] {
    const { lists, inners } = this.#algebra.structure;
    return (lists.get(section) ?? inners.get(section))?.path ?? [];
  }
}
