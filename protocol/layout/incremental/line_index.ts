import { boundsOfLine, type Box, enters, evenly, expanded, overlaps, touches } from "../../geometry/box.ts";
import { BoxIndex } from "../../geometry/box_index.ts";
import { isClear, type LineScope } from "./line_scopes.ts";
import type { LooseLine } from "./nudge_lines.ts";
import { partsOf } from "./line_parts.ts";
import type { Part } from "./search_grid.ts";

/** The cost of a label on a line of another edge, and on a label that may still move. */
export const ON_LINE = 400;
const ON_LOOSE = 160;
/** The room that labels keep from lines and other labels. */
const ROOM = evenly(2);

/** The parts and labels of lines, found by their places. */
export class LineIndex {
  readonly #parts = new BoxIndex();
  readonly #partOf = new Map<Box, Part & { readonly line: LooseLine }>();
  readonly #labels = new BoxIndex();
  readonly #lineOf = new Map<Box, LooseLine>();

  /** Adds a line with its label, as it is now. */
  add(line: LooseLine): void {
    for (const part of partsOf(line.points)) {
      const box = boundsOfLine([part.from, part.to]);
      this.#partOf.set(box, { ...part, line });
      this.#parts.add(box);
    }
    this.addLabel(line);
  }

  /** Adds the label of a line that was added without one. */
  addLabel(line: LooseLine): void {
    if (!line.label) return;
    this.#labels.add(line.label);
    this.#lineOf.set(line.label, line);
  }

  /** The parts in a region. */
  partsIn(region: Box): Part[] {
    return [...this.#parts.near(region)].flatMap((box) => this.#partOf.get(box) ?? []);
  }

  /** The labels in a region. */
  labelsIn(region: Box): Box[] {
    return [...this.#labels.near(region)];
  }

  /**
   * The cost of what the label of a line would cover; infinite for boxes and other labels.
   *
   * @param own The line itself, which counts for nothing.
   * @param mayMove True while other lines may still move aside with their labels.
   * @param enough The cost from which on it need not be exact.
   */
  coverOf(
    label: Box,
    scope: LineScope,
    own: LooseLine | undefined,
    mayMove: boolean,
    enough: number = Infinity,
  ): number {
    if (!isClear(scope, label)) return Infinity;
    const room = expanded(label, ROOM);
    const [loose, covered] = [new Set<Box>(), new Set<LooseLine>()];
    const isBlocked = this.#labels.some(room, (box) => {
      if (!overlaps(box, room)) return false;
      const line = this.#lineOf.get(box);
      if (!line || line === own) return false;
      if (line.isFixed || !mayMove) return true;
      loose.add(box);
      return false;
    });
    if (isBlocked) return Infinity;
    const cost = () => loose.size * ON_LOOSE + covered.size * ON_LINE;
    if (cost() >= enough) return cost();
    this.#parts.some(room, (box) => {
      if (!touches(box, room)) return false;
      const part = this.#partOf.get(box);
      if (!part || part.line === own || !enters(part.from, part.to, room)) return false;
      covered.add(part.line);
      return cost() >= enough;
    });
    return cost();
  }
}
