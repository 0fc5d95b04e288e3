import { invertEdits, type TextEdit } from "./text_edit.ts";
import type { Fragment } from "./print_value.ts";
import { indentUnitOf, newlineOf } from "./text_style.ts";

/** Number of steps back, and how many parts that went, are remembered; the oldest give way. */
const MAX_STEPS = 200;
const MAX_FRAGMENTS = 200;
/** The most characters that all steps together (the latest alone may hold more), and all fragments, hold. */
const MAX_LENGTH = 2_000_000;

interface Step {
  readonly edits: readonly TextEdit[];
  readonly length: number;
}

interface KeptFragment extends Fragment {
  /** Style of the text around it; it is not used in a text of another style. */
  readonly manner: string;
}

/**
 * A cache of one document's earlier texts, so that taking an edit back gives the same bytes even where
 * they followed no rule. It is bounded, and only ever a source of spellings: what it offers is checked.
 *
 * @example
 * ```ts
 * import { editJsonText, JsonTextMemory } from "@loom/bridge/document";
 * import { assertEquals } from "@std/assert";
 *
 * const memory = new JsonTextMemory();
 * const text = '{"size": 1.50}';
 * const without = editJsonText(text, { size: 1.5 }, {}, memory);
 * assertEquals(without, "{}");
 * assertEquals(editJsonText(without, {}, { size: 1.5 }, memory), text);
 * ```
 */
export class JsonTextMemory {
  readonly #steps = new Map<string, Step>();
  readonly #fragments = new Map<string, KeptFragment>();
  #stepsLength = 0;
  #fragmentsLength = 0;

  /** The edits that lead back to the text from which edits led to this one; to be checked. */
  stepBack(text: string): readonly TextEdit[] | undefined {
    return this.#steps.get(digest(text))?.edits;
  }

  /** Remembers the way back from the text that edits made of another one. */
  rememberStep(text: string, edits: readonly TextEdit[], result: string): void {
    const inverse = invertEdits(text, edits);
    const length = inverse.reduce((sum, edit) => sum + edit.text.length, 0);
    const key = digest(result);
    this.#forgetStep(key);
    this.#steps.set(key, { edits: inverse, length });
    this.#stepsLength += length;
    while (this.#steps.size > 1 && (this.#steps.size > MAX_STEPS || this.#stepsLength > MAX_LENGTH)) {
      const oldest = this.#steps.keys().next();
      if (oldest.done) return;
      this.#forgetStep(oldest.value);
    }
  }

  /** Remembers a part that goes from a text. */
  rememberFragment(text: string, fragment: Fragment): void {
    const key = fragment.text;
    this.#forgetFragment(key);
    this.#fragments.set(key, { ...fragment, manner: mannerOf(text) });
    this.#fragmentsLength += key.length;
    while (this.#fragments.size > MAX_FRAGMENTS || this.#fragmentsLength > MAX_LENGTH) {
      const oldest = this.#fragments.keys().next();
      if (oldest.done) return;
      this.#forgetFragment(oldest.value);
    }
  }

  /** The parts that went from this text and are written in its manner, the latest last. */
  fragmentsFor(text: string): Fragment[] {
    const manner = mannerOf(text);
    return [...this.#fragments.values()].filter((fragment) => fragment.manner === manner);
  }

  #forgetStep(key: string): void {
    this.#stepsLength -= this.#steps.get(key)?.length ?? 0;
    this.#steps.delete(key);
  }

  #forgetFragment(key: string): void {
    if (this.#fragments.delete(key)) this.#fragmentsLength -= key.length;
  }
}

function mannerOf(text: string): string {
  return indentUnitOf(text) + newlineOf(text);
}

/** Two 32-bit FNV-1a sums (Fowler, Noll, Vo) with different starts, and the length. */
function digest(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x01000193;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x85ebca6b);
  }
  return `${text.length}:${a >>> 0}:${b >>> 0}`;
}
