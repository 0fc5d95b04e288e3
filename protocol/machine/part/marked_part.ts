import { elementKey, type ElementMark } from "../../picture/overlay.ts";
import type { OverlayMark, OverlayTransition, PictureOverlay } from "../../picture/overlay.ts";
import { type SurveyedState, type SurveyedTransition, surveyStates } from "../draw/survey.ts";
import { findTransition } from "../svg/drawn_overlay.ts";
import type { StateMachineDefinition } from "../types.ts";

/** Active states and marks in a picture of a machine. */
export interface Marked {
  /** The names of the active states. */
  readonly active: Iterable<string>;
  /** The overlay. */
  readonly overlay: PictureOverlay | undefined;
}

/**
 * Active states and marks of a machine as a picture of a part of it shows them: transitions have the index that they have there,
 * and a closed state takes what is inside of it. Marks of what is left out are left out.
 */
export function markedPart(
  whole: StateMachineDefinition,
  shown: StateMachineDefinition,
  { active, overlay }: Marked,
): Marked {
  if (shown === whole) return { active, overlay };
  const part = new Part(whole, shown);
  return {
    active: [...active].map((name) => part.closedAround(name) ?? name),
    overlay: overlay && part.overlay(overlay),
  };
}

class Part {
  readonly #whole;
  readonly #shown;
  readonly #all;

  constructor(whole: StateMachineDefinition, shown: StateMachineDefinition) {
    this.#whole = surveyStates(whole);
    this.#shown = surveyStates(shown);
    this.#all = this.#whole.states.flatMap((owner) =>
      owner.transitions.map((transition) => ({
        id: `${owner.key}:${transition.index}`,
        state: owner.outline.name,
        target: transition.target,
        event: transition.event,
        condition: transition.guard,
        transition,
      }))
    );
  }

  /** The name of the closed state that a state is inside of; `undefined` for one that is drawn or left out. */
  closedAround(name: string): string | undefined {
    const home = this.#homeOf(name);
    return home === undefined || home.contains || home.outline.name === name ? undefined : home.outline.name;
  }

  overlay(
    { states = {}, transitions = [], elements = [], heat = [], walk = [] }: PictureOverlay,
  ): PictureOverlay {
    const marks = new Map(Object.entries(states));
    for (const [name, mark] of Object.entries(states)) closeOver(marks, this.closedAround(name), mark);
    const lines = transitions.flatMap((one) => {
      const place = this.#placeOf(one);
      if (place?.inside) closeOver(marks, place.state, one.mark);
      return place === undefined || place.inside ? [] : [{ ...place, mark: one.mark }];
    });
    return {
      states: Object.fromEntries(marks),
      transitions: lines,
      elements: elements.flatMap((one) => this.#element(one)),
      heat: heat.flatMap((one) => {
        const place = this.#placeOf(one);
        return place ? [{ ...place, count: one.count }] : [];
      }),
      // Steps that are left out keep their numbers.
      walk: walk.map((one) => this.#placeOf(one) ?? one),
    };
  }

  /** The drawn state that is, or is around, the one of that name. */
  #homeOf(name: string): SurveyedState | undefined {
    let state = this.#whole.byName.get(name);
    while (state && !this.#shown.byName.has(state.outline.name)) state = state.parent;
    return state && this.#shown.byName.get(state.outline.name);
  }

  #placeOf(wanted: OverlayTransition): OverlayTransition | undefined {
    const found = findTransition(this.#all, wanted);
    const home = found && this.#homeOf(found.state);
    if (!found || !home) return undefined;
    const state = home.outline.name;
    const isHidden = found.state !== state;
    const text = wordsOf(found.transition, (target) => this.closedAround(target) ?? target);
    const drawn = home.transitions.find((one) => wordsOf(one) === text);
    // A transition hidden in a collapsed state can have the text of one of that state itself.
    if (drawn && !(isHidden && ["", state].includes(drawn.target))) return { state, index: drawn.index };
    return isHidden && !home.contains ? { state, inside: true } : undefined;
  }

  #element(one: ElementMark): ElementMark[] {
    const at = one.keys.findIndex((key) => key.startsWith("state:"));
    const name = one.keys[at]?.slice("state:".length);
    if (name === undefined) return [one];
    const index = /^\/transitions\/(\d+)/.exec(one.places[at] ?? "")?.[1];
    const place = index === undefined ? undefined : this.#placeOf({ state: name, index: Number(index) });
    const state = place?.state ?? this.closedAround(name) ?? name;
    const pointer = place?.index === undefined ? "" : `/transitions/${place.index}`;
    return [{ ...one, keys: [elementKey({ type: "state", name: state })], places: [pointer] }];
  }
}

/** Marks a closed state with what is inside of it: gaps of tests go before its own mark, differences after it. */
function closeOver(marks: Map<string, OverlayMark>, name: string | undefined, mark: OverlayMark): void {
  if (name === undefined || mark === "covered") return;
  if (mark === "missed") marks.set(name, mark);
  else if (!marks.has(name)) marks.set(name, "changed");
}

function wordsOf(
  { event, guard, actions, target, further }: SurveyedTransition,
  lead = (name: string) => name,
): string {
  return JSON.stringify([event, guard, actions, lead(target), further.map(lead)]);
}
