import type { StateSite } from "./sites.ts";

/** No state. */
const NOWHERE = -1;

/**
 * The target of every transition, noted on the walk over all of them. An edge is the number of a transition among all
 * that the definition has; following edges touches nothing of the definition.
 */
export class Edges {
  readonly #states: readonly StateSite[];
  /** For each state its first edge. */
  readonly #first: number[] = [];
  /** For each edge the place of its target in document order. */
  readonly #to: number[] = [];
  /** For each edge the place of the state whose completion is all that it waits for. */
  readonly #awaited: number[] = [];

  /** Knows no edges yet. */
  constructor(states: readonly StateSite[]) {
    this.#states = states;
  }

  /** The transitions that are added from now on are those of the next state in document order. */
  nextState(): void {
    this.#first.push(this.#to.length);
  }

  /**
   * Adds a transition.
   *
   * @param awaited The state whose completion is all that it waits for.
   */
  add(to: StateSite | undefined, awaited: StateSite | undefined): void {
    this.#to.push(to?.order ?? NOWHERE);
    this.#awaited.push(awaited?.order ?? NOWHERE);
  }

  /** The first edge of a state. */
  first({ order }: StateSite): number {
    return this.#first[order] ?? this.#to.length;
  }

  /** The edge behind the last one of a state. */
  end({ order }: StateSite): number {
    return this.#first[order + 1] ?? this.#to.length;
  }

  /** The target state of an edge, if there is one. */
  target(edge: number): StateSite | undefined {
    return this.#stateAt(this.#to[edge]);
  }

  /** The state whose completion is all that an edge waits for; there is none for most. */
  awaited(edge: number): StateSite | undefined {
    return this.#stateAt(this.#awaited[edge]);
  }

  #stateAt(place: number = NOWHERE): StateSite | undefined {
    return place === NOWHERE ? undefined : this.#states[place];
  }
}
