import { positionAt } from "../../../json/position.ts";

/** The subjects of {@linkcode MermaidRemark}. */
export type MermaidRemarkCode =
  | "choice"
  | "fork"
  | "join"
  | "looks"
  | "name_taken"
  | "no_label"
  | "no_start"
  | "start_elsewhere"
  | "start_label"
  | "starts";

/** A part of a diagram that could not be imported unchanged, or a choice that the import made. */
export interface MermaidRemark {
  /** The subject. */
  readonly code: MermaidRemarkCode;
  /** One sentence: what was done, and what to do about it. */
  readonly message: string;
  /** The line of the first place, from 1. */
  readonly line: number;
  /** The column of the first place, from 1. */
  readonly column: number;
}

/** Messages for one place, and for several. */
interface Wording {
  readonly one: (name: string) => string;
  readonly several: (count: number, name: string) => string;
}

const WORDINGS: Readonly<Record<MermaidRemarkCode, Wording>> = {
  choice: {
    one: (name) =>
      `The choice "${name}" became a state that is left at once; what stands at its ways out is their guards.`,
    several: (count, name) =>
      `${count} choices, the first is "${name}", became states that are left at once; what stands at their ways out is guards.`,
  },
  fork: {
    one: (name) =>
      `The fork "${name}" became a state that takes its first way only: put what is concurrent into a state, divided by --.`,
    several: (count, name) =>
      `${count} forks, the first is "${name}", became states that take their first way only: put what is concurrent into a state, divided by --.`,
  },
  join: {
    one: (name) =>
      `The join "${name}" became a state that waits for nothing: put what it waits for into a state, divided by --.`,
    several: (count, name) =>
      `${count} joins, the first is "${name}", became states that wait for nothing: put what they wait for into a state, divided by --.`,
  },
  looks: {
    one: () => "A statement about the looks of the drawing was passed over.",
    several: (count) => `${count} statements about the looks of the drawing were passed over.`,
  },
  name_taken: {
    one: (name) => `"${name}" names another state already: this one kept the word that the text uses for it.`,
    several: (count, name) =>
      `${count} states, the first is "${name}", have the name of another one: they kept the words that the text uses for them.`,
  },
  no_label: {
    one: (name) =>
      `An arrow from "${name}" has no label and is taken at once: give it the event that it waits for.`,
    several: (count, name) =>
      `${count} arrows, the first from "${name}", have no label and are taken at once: give them the events that they wait for.`,
  },
  no_start: {
    one: (name) => `${name} has no start mark and begins with its first state: add one, as in [*] --> First.`,
    several: (count, name) =>
      `${count} levels, the first is ${name}, have no start mark and begin with their first state: add one, as in [*] --> First.`,
  },
  start_elsewhere: {
    one: (name) => `The start mark at "${name}" was left out, since that state stands in another block.`,
    several: (count, name) =>
      `${count} start marks, the first at "${name}", were left out, since their states stand in other blocks.`,
  },
  start_label: {
    one: (name) => `The label of the start mark at "${name}" was left out: put it at a transition.`,
    several: (count, name) =>
      `The labels of ${count} start marks, the first at "${name}", were left out: put them at transitions.`,
  },
  starts: {
    one: (name) => `A further start mark, at "${name}", was left out: a level has one.`,
    several: (count, name) =>
      `${count} further start marks, the first at "${name}", were left out: a level has one.`,
  },
};

/** Collects remarks: one for each kind, however many places it has. */
export class Remarks {
  readonly #places = new Map<MermaidRemarkCode, { at: number; name: string; count: number }>();

  /** Notes a place by its offset, and the name of what it is about. */
  add(code: MermaidRemarkCode, at: number, name = ""): void {
    const known = this.#places.get(code);
    if (!known) this.#places.set(code, { at, name, count: 1 });
    else this.#places.set(code, { ...(known.at <= at ? known : { at, name }), count: known.count + 1 });
  }

  /** The remarks, in the order of their first places. */
  all(text: string): MermaidRemark[] {
    const sorted = [...this.#places].sort(([, a], [, b]) => a.at - b.at);
    return sorted.map(([code, { at, name, count }]) => {
      const wording = WORDINGS[code];
      const message = count === 1 ? wording.one(name) : wording.several(count, name);
      return { code, message, ...positionAt(text, at) };
    });
  }
}
