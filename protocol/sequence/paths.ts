import {
  allFragments,
  branchPoint,
  fragmentsOf,
  type LocatedFragment,
  type LocatedMessage,
  messagesOf,
  rejoinPoint,
} from "./lookup.ts";

/** The kinds of paths: the main one, that without optional messages, and those through a fragment. */
export type PathKind = "main" | "without-optional" | "alt" | "opt" | "loop" | "par" | "break";

/** A way through a scenario. */
export interface ScenarioPath {
  /** Its name: `main`, or kind, number and label of its fragments. */
  readonly name: string;
  /** Its kind; that of its first fragment where it takes several. */
  readonly kind: PathKind;
  /** The address of its fragment, such as `f1`. */
  readonly fragment?: string;
  /** Its messages, in the order in which they happen. */
  readonly messages: readonly PathMessage[];
}

/** A message of a path; it is an object. */
export type PathMessage = LocatedMessage & { readonly value: NonNullable<LocatedMessage["value"]> };

/** Limit of the paths that take several fragments of a scenario. */
export const MOST_COMBINATIONS = 64;

/** Limit of the sets of fragments that are tried for them. */
const MOST_SETS = 4096;

/** The paths of a scenario. */
export interface ScenarioPaths {
  /** The paths: the main one, that without optional messages, one a fragment, then combinations of fragments. */
  readonly paths: readonly ScenarioPath[];
  /** True when there are more combinations than {@linkcode MOST_COMBINATIONS}. */
  readonly isCut: boolean;
}

/**
 * All paths of a scenario. Messages of `par` and `critical` happen on every path that comes to them, those of `opt`
 * and `loop` when the path takes the fragment, a loop twice. `alt` and `break` replace the messages up to `until`, else
 * the rest of the path around them. The operands of `par` happen in their order; one more path takes the opposite one.
 */
export function scenarioPaths(def: unknown): ScenarioPaths {
  const fragments = allFragments(def).filter(({ value }) => isChoice(value.kind));
  const main = walk(def, new Set());
  const paths: ScenarioPath[] = [{ name: "main", kind: "main", messages: main.messages }];
  addWithoutOptional(paths, "main without optional messages", "without-optional", main.messages);
  for (const fragment of fragments) addFragment(paths, def, fragment);
  const reversed = walk(def, new Set(), true);
  if (reversed.hasParallel) {
    paths.push({ name: "main, par in the opposite order", kind: "par", messages: reversed.messages });
  }
  const { combinations, isCut } = combine(def, fragments);
  return { paths: [...paths, ...combinations], isCut };
}

function addFragment(paths: ScenarioPath[], def: unknown, fragment: LocatedFragment): void {
  const kind = fragment.value.kind as PathKind;
  const { messages } = walk(def, withAround(fragment));
  const name = nameOf(fragment);
  paths.push({ name, kind, fragment: fragment.ref, messages });
  const own = messages.filter((one) => one.fragment?.ref === fragment.ref);
  if (!own.some(isOptional)) return;
  addWithoutOptional(paths, `${name} without optional messages`, "without-optional", messages, fragment.ref);
}

function addWithoutOptional(
  paths: ScenarioPath[],
  name: string,
  kind: PathKind,
  messages: readonly PathMessage[],
  fragment?: string,
): void {
  const needed = messages.filter((one) => !isOptional(one));
  if (needed.length === messages.length) return;
  paths.push({ name, kind, messages: needed, ...(fragment === undefined ? {} : { fragment }) });
}

function isOptional({ value }: PathMessage): boolean {
  return value.optional === true;
}

/** Paths through two fragments and more, the smaller sets first. */
function combine(
  def: unknown,
  fragments: readonly LocatedFragment[],
): { combinations: ScenarioPath[]; isCut: boolean } {
  const combinations: ScenarioPath[] = [];
  let sets = fragments.map((fragment, index) => ({ last: index, taken: [fragment] }));
  let tried = 0;
  while (sets.length > 0) {
    const larger: typeof sets = [];
    for (const { last, taken } of sets) {
      for (let index = last + 1; index < fragments.length; index++) {
        const set = [...taken, fragments[index]!]; // `index` is within bounds
        if (++tried > MOST_SETS) return { combinations, isCut: true };
        const chosen = new Set(set.flatMap((one) => [...withAround(one)]));
        const { messages, visited } = walk(def, chosen);
        // Alternatives exclude each other; a fragment in another one is a set of its own already.
        if (set.some(({ ref }) => !visited.has(ref))) continue;
        larger.push({ last: index, taken: set });
        if (isNested(set)) continue;
        if (combinations.length === MOST_COMBINATIONS) return { combinations, isCut: true };
        const first = set[0]!; // sets have two members or more
        combinations.push({
          name: set.map(nameOf).join(" + "),
          kind: first.value.kind as PathKind,
          fragment: set.map(({ ref }) => ref).join("+"),
          messages,
        });
      }
    }
    sets = larger;
  }
  return { combinations, isCut: false };
}

/** True when a fragment of the set is around another one. */
function isNested(set: readonly LocatedFragment[]): boolean {
  return set.some((one) => set.some(({ ref }) => one.ref !== ref && one.ref.startsWith(`${ref}.`)));
}

function nameOf({ ref, value }: LocatedFragment): string {
  const label = typeof value.label === "string" ? value.label.trim() : "";
  return `${String(value.kind)} ${ref.replaceAll("f", "")}${label === "" ? "" : ` · ${label}`}`;
}

function withAround(fragment: LocatedFragment): Set<string> {
  const refs = new Set<string>();
  for (let one: LocatedFragment | undefined = fragment; one; one = one.around) refs.add(one.ref);
  return refs;
}

function isChoice(kind: unknown): boolean {
  return kind === "alt" || kind === "opt" || kind === "loop" || kind === "break";
}

/** A walk through a scenario. */
interface Walked {
  readonly messages: PathMessage[];
  /** The addresses of the fragments that it went through. */
  readonly visited: Set<string>;
  hasParallel: boolean;
}

/** Walks through a scenario and the chosen fragments. */
function walk(def: unknown, chosen: ReadonlySet<string>, reversesParallel = false): Walked {
  const walked: Walked = { messages: [], visited: new Set(), hasParallel: false };
  new Walker(def, chosen, reversesParallel, walked).through(undefined);
  return walked;
}

class Walker {
  readonly #def: unknown;
  readonly #chosen: ReadonlySet<string>;
  readonly #reversesParallel: boolean;
  readonly #walked: Walked;

  constructor(def: unknown, chosen: ReadonlySet<string>, reversesParallel: boolean, walked: Walked) {
    this.#def = def;
    this.#chosen = chosen;
    this.#reversesParallel = reversesParallel;
    this.#walked = walked;
  }

  /**
   * Walks the main path, or that of a fragment.
   *
   * @returns True when a `break` has left it.
   */
  through(around: LocatedFragment | undefined): boolean {
    const messages = messagesOf(this.#def, around);
    const fragments = fragmentsOf(this.#def, around);
    for (let point = 0;;) {
      const here = fragments.filter((one) => branchPoint(one) === point);
      this.#plain(here);
      const replacing = here.find((one) => replaces(one) && this.#isChosen(one));
      if (replacing) {
        this.#enter(replacing);
        const rejoin = rejoinPoint(replacing) ?? messages.length;
        if (rejoin >= messages.length) return replacing.value.kind === "break";
        // What branches at the point itself has been walked.
        if (rejoin > point) {
          point = rejoin;
          continue;
        }
      }
      const message = messages[point++];
      if (message === undefined) return false;
      if (message.value) this.#walked.messages.push({ ...message, value: message.value });
    }
  }

  #plain(here: readonly LocatedFragment[]): void {
    const parallel = here.filter(({ value }) => value.kind === "par");
    for (const one of here) {
      const { kind } = one.value;
      if (kind === "par") {
        if (one === parallel[0]) this.#parallel(parallel);
      } else if (kind === "critical" || (kind === "opt" && this.#isChosen(one))) this.#enter(one);
      else if (kind === "loop" && this.#isChosen(one)) {
        if (!this.#enter(one)) this.#enter(one);
      }
    }
  }

  #parallel(operands: readonly LocatedFragment[]): void {
    if (operands.length > 1) this.#walked.hasParallel = true;
    for (const one of this.#reversesParallel ? operands.toReversed() : operands) this.#enter(one);
  }

  /** Walks a fragment; true when a `break` has left it. */
  #enter(fragment: LocatedFragment): boolean {
    this.#walked.visited.add(fragment.ref);
    return this.through(fragment);
  }

  #isChosen({ ref }: LocatedFragment): boolean {
    return this.#chosen.has(ref);
  }
}

function replaces({ value }: LocatedFragment): boolean {
  return value.kind === "alt" || value.kind === "break";
}
