import { cloneJson } from "../../json/clone.ts";
import { equalJson } from "../../json/equal.ts";
import { isObject } from "../../json/value.ts";
import type { MachineOp } from "../ops.ts";
import type { Settings, StateMachineDefinition } from "../types.ts";
import { diffEvents } from "./diff_events.ts";
import { diffEventNames, diffStateNames } from "./diff_renames.ts";
import { diffStates, replaceNarrowest } from "./diff_states.ts";
import { PatchError, Refusal } from "./error.ts";
import { memberChange, type Members } from "./members.ts";
import { nameOf } from "./state_index.ts";
import { Work } from "./work.ts";

/** The parts of a document that are told apart from each other. */
type Section = "settings" | "events" | "state";

/** How coarsely each section is told: 0 is the finest. */
type Detail = { [Name in Section]: number };

/** From here on, `document.update` replaces a section whole. */
const COARSEST: Readonly<Detail> = { settings: 1, events: 1, state: 2 };

const SECTIONS = ["settings", "events", "state"] as const;

/**
 * The operations that turn one document into another:
 * `applyPatchOps(prev, diffDefinition(prev, next))` is written as the same JSON text as `next`, the order of
 * keys included, for any two documents.
 *
 * Things keep their identity: what moved is moved, and what only changed its name, or hardly more, is renamed.
 * A thing that some tool has given an id of its own (`uid`, `uuid`, `guid` or `x-id`) is known by that alone.
 * Where single operations cannot tell a difference (repeated names, members of an odd kind), the smallest part
 * that can be replaced is replaced; in the end that is the whole document.
 *
 * @param prev The document as it is; `null` stands for {@linkcode emptyDefinition} with the name of the new root.
 * @param next The document as it is to be.
 * @returns The operations, none when the two are the same. They share nothing with the documents.
 * @throws {PatchError} When a document is no object.
 *
 * @example
 * ```ts
 * import { applyPatchOps, diffDefinition } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const settings = { namespace: "Home", asynchronous: false };
 * const prev = { settings, events: [], state: { name: "Door", states: [{ name: "Open" }] } };
 * const next = { settings, events: [], state: { name: "Door", states: [{ name: "Open" }, { name: "Shut" }] } };
 * const ops = diffDefinition(prev, next);
 * assertEquals(ops, [{ op: "state.add", parent: "Door", state: { name: "Shut" } }]);
 * assertEquals(applyPatchOps(prev, ops), next);
 * ```
 */
export function diffDefinition(
  prev: StateMachineDefinition | null,
  next: StateMachineDefinition,
): MachineOp[] {
  if (!isObject(next)) {
    const refusal = new Refusal("wrong_type", null, "the new document must be an object; read it first.");
    throw new PatchError({ by: "diffDefinition", op: "", index: -1 }, refusal);
  }
  const from = prev ?? emptyDefinition(nameOf(next.state) ?? "");
  if (equalJson(from, next)) return [];
  const detail: Detail = { settings: 0, events: 0, state: 0 };
  // The coarser a section is told, the fewer ways are left to fail, so this ends.
  for (;;) {
    const attempt = new Attempt(from, next, detail);
    const failed = attempt.run();
    if (failed.length === 0) return attempt.ops;
    const coarser = failed.filter((section) => detail[section] < COARSEST[section]);
    if (coarser.length === 0) return [{ op: "document.set", document: cloneJson(next) }];
    for (const section of coarser) detail[section]++;
  }
}

/**
 * The document that a new machine begins as, and that {@linkcode diffDefinition} starts from without one.
 *
 * @param rootName The name of the root state.
 */
export function emptyDefinition(rootName: string): StateMachineDefinition {
  return {
    settings: { namespace: "", asynchronous: false },
    events: [],
    state: { name: rootName, states: [] },
  };
}

/** One try at telling the difference, with some detail for each section. */
class Attempt {
  readonly #work: Work;
  readonly #next: Members;
  readonly #detail: Readonly<Detail>;
  /** The sections that operations of their own have dealt with. */
  readonly #told = new Set<string>();
  /** The section being told. */
  #current: Section = "state";

  constructor(prev: StateMachineDefinition, next: StateMachineDefinition, detail: Readonly<Detail>) {
    this.#work = new Work(prev);
    this.#next = next as unknown as Members;
    this.#detail = detail;
  }

  get ops(): MachineOp[] {
    return this.#work.ops;
  }

  /** The sections that did not come out right; none when all did. */
  run(): Section[] {
    try {
      this.#tell();
    } catch (error) {
      if (error instanceof Refusal) return [this.#current];
      throw error;
    }
    const { top } = this.#work.draft;
    if (equalJson(top, this.#next)) return [];
    const failed = SECTIONS.filter((section) => !equalJson(top[section], this.#next[section]));
    return failed.length > 0 ? failed : [...SECTIONS];
  }

  #tell(): void {
    const [work, next] = [this.#work, this.#next];
    // Renames rewrite references everywhere, so they come before everything that compares.
    this.#section("state", 0, () => (diffStateNames(work, next), false));
    this.#section("events", 0, () => (diffEventNames(work, next), false));
    this.#section("settings", 0, () => diffSettings(work, next));
    this.#section("events", 0, () => diffEvents(work, next));
    this.#section("state", 0, () => diffStates(work, next.state) || replaceNarrowest(work, next.state));
    this.#section("state", 1, () => replaceNarrowest(work, next.state));
    const change = memberChange(work.draft.top, next, (key) => this.#told.has(key));
    if (change) work.emit({ op: "document.update", ...change });
  }

  /** Tells a section when it is to be told in that detail. */
  #section(section: Section, detail: number, tell: () => boolean): void {
    if (this.#detail[section] !== detail) return;
    this.#current = section;
    if (tell()) this.#told.add(section);
  }
}

function diffSettings(work: Work, next: Members): boolean {
  const { settings } = work.draft.top;
  if (!isObject(settings) || !isObject(next.settings)) return false;
  const change = memberChange<Settings>(settings, next.settings);
  if (change) work.emit({ op: "settings.update", ...change });
  return true;
}
