import { initialOf, joinTargetOf } from "../members.ts";
import { completionOf, sentCompletions } from "./completion.ts";
import { firstChild, isBelow, isLeaf, type StateSite, transitionSites } from "./sites.ts";
import type { Survey } from "./survey.ts";

/** Which states some run of the machine may enter. */
export interface Reachable {
  /** True when the state may be entered; for a history state, whether something leads to it. */
  has(site: StateSite): boolean;
}

/**
 * The states that some run of the machine may enter. Guards count as passing and events as happening, so that what is
 * left out really is out of reach; only completions are followed: a transition on `done.state.X` counts once X
 * can complete, or an action raises it.
 */
export function reachableStates(survey: Survey): Reachable {
  return new Reach(survey).run();
}

/** A worklist over the tree: every state is reached once, entered by default once and completed once. */
class Reach implements Reachable {
  readonly #survey: Survey;
  // One flag for each state, at its place in document order.
  readonly #reached: Uint8Array;
  readonly #entered: Uint8Array;
  readonly #completed: Uint8Array;
  /** The regions that count as complete for their parallel state. */
  readonly #closed = new Set<StateSite>();
  /** Parallel states that are entered, with the number of their regions that are not complete. */
  readonly #openRegions = new Map<StateSite, number>();
  /** Edges of reached states that wait for the completion of a state. */
  readonly #waiting = new Map<StateSite, number[]>();
  readonly #toEnter: StateSite[] = [];
  readonly #toComplete: StateSite[] = [];
  readonly #bubbles: boolean;
  /** The completions that need no state to complete. */
  readonly #sent: ReadonlySet<string>;

  constructor(survey: Survey) {
    this.#survey = survey;
    this.#sent = sentCompletions(survey);
    this.#bubbles = survey.settings.completion === "bubble";
    this.#reached = new Uint8Array(survey.states.length);
    this.#entered = new Uint8Array(survey.states.length);
    this.#completed = new Uint8Array(survey.states.length);
  }

  has(site: StateSite): boolean {
    return this.#reached[site.order] === 1;
  }

  run(): Reachable {
    const { root } = this.#survey;
    if (root) this.#toEnter.push(root);
    while (true) {
      const entered = this.#toEnter.pop();
      const completed = entered ? undefined : this.#toComplete.pop();
      if (entered) this.#enter(entered);
      else if (completed) this.#complete(completed);
      else return this;
    }
  }

  /** The state is entered as a target or by default: with all that stands above it and what it begins with. */
  #enter(site: StateSite): void {
    if (this.#entered[site.order]) return;
    this.#entered[site.order] = 1;
    this.#reachWithAncestors(site);
    if (site.kind === "history") return this.#enterHistory(site);
    if (site.regions.length > 0) return this.#enterRegions(site);
    if (site.children.length === 0) return;
    const named = this.#find(initialOf(site.state));
    const first = named && isBelow(named, site) ? named : firstChild(site);
    if (first) this.#toEnter.push(first);
  }

  /** Without a record a history state stands for its own default target, else for what its parent begins with. */
  #enterHistory(site: StateSite): void {
    const transitions = transitionSites(site, this.#survey.byName);
    const fallback = transitions.find(({ event }) => event === undefined)?.to;
    if (!site.parent) return;
    if (fallback && isBelow(fallback, site.parent)) return void this.#toEnter.push(fallback);
    this.#toEnter.push(site.parent);
    const first = firstChild(site.parent);
    if (first && initialOf(site.parent.state) === site.name) this.#toEnter.push(first);
  }

  #enterRegions(parallel: StateSite): void {
    if (this.#openRegions.has(parallel)) return;
    const regions = parallel.regions.filter((region) => region.kind !== "history");
    this.#openRegions.set(parallel, regions.length);
    for (const region of regions) this.#toEnter.push(region);
  }

  #reachWithAncestors(site: StateSite): void {
    for (let at: StateSite | undefined = site; at && !this.#reached[at.order]; at = at.parent) {
      this.#reached[at.order] = 1;
      if (at.slot === "region" && at.parent) this.#enterRegions(at.parent);
      if (at.kind === "history") continue;
      this.#followAll(at);
      if (at.kind === "final" && at.slot === "child" && at.parent && isLeaf(at)) {
        this.#toComplete.push(at.parent);
      }
    }
  }

  #followAll(source: StateSite): void {
    const { edges } = this.#survey;
    const end = edges.end(source);
    for (let edge = edges.first(source); edge < end; edge++) this.#follow(edge);
  }

  #follow(edge: number): void {
    const { edges } = this.#survey;
    const target = edges.target(edge);
    if (!target || this.#entered[target.order]) return;
    const awaited = edges.awaited(edge);
    if (!awaited || this.#completed[awaited.order] || this.#sent.has(completionOf(awaited.name))) {
      return void this.#toEnter.push(target);
    }
    const waiting = this.#waiting.get(awaited);
    if (waiting) waiting.push(edge);
    else this.#waiting.set(awaited, [edge]);
  }

  #complete(site: StateSite): void {
    this.#announce(site);
    if (site.slot !== "region" || !site.parent || this.#closed.has(site)) return;
    this.#closed.add(site);
    this.#completeRegionOf(site.parent);
  }

  /** Enables the transitions that wait for the completion of the state. */
  #announce(site: StateSite): void {
    if (this.#completed[site.order]) return;
    this.#completed[site.order] = 1;
    for (const edge of this.#waiting.get(site) ?? []) this.#follow(edge);
    const join = site.regions.length > 0 ? this.#find(joinTargetOf(site.state)) : undefined;
    if (join) this.#toEnter.push(join);
    if (!this.#bubbles || !site.parent || site.slot === "region") return;
    // A region that an inner completion passes on to is not complete for its parallel state.
    if (site.parent.slot === "region") this.#announce(site.parent);
    else this.#toComplete.push(site.parent);
  }

  #completeRegionOf(parallel: StateSite): void {
    const open = (this.#openRegions.get(parallel) ?? 0) - 1;
    this.#openRegions.set(parallel, open);
    if (open === 0) this.#toComplete.push(parallel);
  }

  #find(name: string | undefined): StateSite | undefined {
    return name === undefined ? undefined : this.#survey.byName.get(name);
  }
}
