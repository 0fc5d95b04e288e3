/**
 * Arbitrary configurations of XState: nested and parallel states, histories, final states, wildcards, delays, guards, and
 * targets of every spelling. They keep out of what XState and machines do differently, which `EXCHANGE.md` lists.
 *
 * @module
 */
import fc from "fast-check";
import type { Config } from "./configs.ts";

/** The events that the configurations wait for. */
export const EVENTS = ["GO", "NEXT", "RESET", "a.b", "a.c", "a.b.d"] as const;

/** Chooses one of the numbers from 0 to below another. */
type Choose = (count: number) => number;

type Kind = "atomic" | "compound" | "parallel" | "history" | "final";

interface Node {
  readonly key: string;
  readonly path: readonly string[];
  readonly kind: Kind;
  readonly parent: Node | undefined;
  readonly children: Node[];
}

/** A configuration; its guards are `first`, `second`, and, where it could run without end, `loops`; its action is `noted`. */
export const arbitraryConfig: fc.Arbitrary<Config> = fc.gen().map((generate) =>
  new Builder((count) => generate(fc.nat, { max: count - 1 })).build()
);

class Builder {
  readonly #choose: Choose;
  readonly #nodes: Node[] = [];
  readonly #hasDelays: boolean;

  constructor(choose: Choose) {
    this.#choose = choose;
    this.#hasDelays = this.#isChosen(2);
  }

  build(): Config {
    const root = this.#node(undefined, this.#isChosen(4) ? "parallel" : "compound");
    return { id: "m", ...this.#config(root) };
  }

  /** True once in so many times. */
  #isChosen(times: number): boolean {
    return this.#choose(times) === 0;
  }

  #oneOf<Item>(items: readonly Item[]): Item {
    const item = items[this.#choose(items.length)];
    if (item === undefined) throw new Error("There is nothing to choose from.");
    return item;
  }

  #node(parent: Node | undefined, kind: Kind): Node {
    const key = parent === undefined ? "m" : `s${this.#nodes.length}`;
    const path = parent === undefined ? [] : [...parent.path, key];
    const node: Node = { key, path, kind, parent, children: [] };
    this.#nodes.push(node);
    if (kind !== "compound" && kind !== "parallel") return node;
    for (let count = 1 + this.#choose(3); count > 0; count--) {
      const inner = path.length >= 3 ? "atomic" : this.#oneOf(["atomic", "atomic", "compound", "parallel"]);
      node.children.push(this.#node(node, inner as Kind));
    }
    if (this.#isChosen(3)) node.children.push(this.#node(node, "history"));
    if (kind === "compound" && this.#isChosen(3)) node.children.push(this.#node(node, "final"));
    return node;
  }

  #config(node: Node): Config {
    const { kind, parent, children } = node;
    if (kind === "history") return { type: kind, ...(this.#isChosen(2) ? { history: "deep" } : {}) };
    if (kind === "final") return { type: kind };
    const real = children.filter((child) => child.kind !== "history");
    const first = kind === "compound" ? this.#oneOf(real).key : undefined;
    const events = this.#hasDelays ? EVENTS : [...EVENTS, "*", "a.*"];
    const on = Array.from({ length: this.#choose(4) }, () => [this.#oneOf(events), this.#ways(node)]);
    return {
      ...(kind === "parallel" ? { type: kind } : first === undefined ? {} : { initial: first }),
      ...(this.#isChosen(4) ? { tags: [node.key, "t"] } : {}),
      ...(on.length > 0 ? { on: Object.fromEntries(on) } : {}),
      ...(children.length > 0 && parent && this.#isChosen(2)
        ? { onDone: { target: this.#target(node), guard: "loops" } }
        : {}),
      ...(this.#hasDelays && parent && this.#isChosen(3)
        ? { after: { [this.#oneOf([30, 50, 120])]: this.#ways(node) } }
        : {}),
      ...(parent && this.#isChosen(6) ? { always: [{ target: this.#target(node), guard: "loops" }] } : {}),
      ...(children.length > 0
        ? { states: Object.fromEntries(children.map((child) => [child.key, this.#config(child)])) }
        : {}),
    };
  }

  #ways(node: Node): unknown {
    if (this.#isChosen(12)) return {};
    return this.#isChosen(4) ? [this.#way(node), this.#way(node)] : this.#way(node);
  }

  #way(node: Node): Config {
    const target = this.#isChosen(4) ? undefined : this.#target(node);
    return {
      ...(target === undefined ? {} : { target }),
      ...(this.#isChosen(3) ? { guard: this.#oneOf(["first", "second"]) } : {}),
      ...(node.parent?.kind !== "parallel" && this.#isChosen(5) ? { reenter: true } : {}),
      ...(this.#isChosen(4) ? { actions: ["noted"] } : {}),
    };
  }

  /** A target in one of its spellings: of states that are active together, the machine leaves all. */
  #target(from: Node): string | undefined {
    const fitting = this.#nodes.filter((node) => node.parent !== undefined && isApart(from, node));
    if (fitting.length === 0) return undefined;
    const target = this.#oneOf(fitting);
    if (target.parent === from) return `.${target.key}`;
    return target.parent === from.parent && this.#isChosen(2) ? target.key : `#m.${target.path.join(".")}`;
  }
}

/** True for a target that no other region of a parallel state has to do with. */
function isApart(from: Node, to: Node): boolean {
  const [own, other] = [pathOf(from), pathOf(to)];
  const common = own.findLastIndex((node, at) => node === other[at]);
  if (own[common]?.kind === "parallel") return false;
  const isOuter = to !== from && own.includes(to);
  return !isOuter ||
    (to.parent?.kind !== "parallel" && !own.slice(0, -1).some((one) => one.kind === "parallel"));
}

function pathOf(node: Node): Node[] {
  return node.parent === undefined ? [node] : [...pathOf(node.parent), node];
}
