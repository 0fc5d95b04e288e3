/**
 * What the drawings of an engine amount to.
 *
 * @module
 */
import type { LayoutGraph } from "@loom/protocol";
import { measure, type Measures } from "../../layout/measure.ts";
import { labelsOverBoxes, overlappingLabels } from "../../layout/overlaps.ts";
import type { LayoutEngine } from "./engine.ts";

/** The figures of one drawing. */
export interface Figures extends Measures {
  /** How long arranging took. */
  readonly ms: number;
  /** Labels that cover a box or one another. */
  readonly badLabels: number;
}

/** The sums over some drawings, and how the times lie. */
export interface Totals {
  readonly crossings: number;
  /** `NaN` when the lines are curves. */
  readonly bends: number;
  readonly throughBoxes: number;
  readonly badLabels: number;
  readonly length: number;
  readonly area: number;
  readonly medianMs: number;
  readonly p90Ms: number;
  readonly totalMs: number;
}

/**
 * Arranges a graph, with a look at the clock, and measures the drawing.
 *
 * @param arranged called in between
 */
export function figuresOf(
  engine: LayoutEngine,
  graph: LayoutGraph,
  arranged: () => void = () => {},
): Figures {
  const arrange = engine.prepare(graph);
  const start = performance.now();
  const read = arrange();
  const ms = performance.now() - start;
  arranged();
  const drawing = read();
  const measures = measure(drawing);
  const badLabels = labelsOverBoxes(drawing).length + overlappingLabels(drawing).length;
  return { ...measures, bends: engine.isCurved ? NaN : measures.bends, badLabels, ms };
}

/** Sums figures up. */
export function totalsOf(figures: readonly Figures[]): Totals {
  const sum = (value: (one: Figures) => number) => figures.reduce((total, one) => total + value(one), 0);
  const times = figures.map(({ ms }) => ms).sort((a, b) => a - b);
  return {
    crossings: sum(({ crossings }) => crossings),
    bends: sum(({ bends }) => bends),
    throughBoxes: sum(({ throughBoxes }) => throughBoxes),
    badLabels: sum(({ badLabels }) => badLabels),
    length: sum(({ length }) => length),
    area: sum(({ width, height }) => width * height),
    medianMs: times[times.length >> 1] ?? NaN,
    p90Ms: times[Math.floor(times.length * 0.9)] ?? NaN,
    totalMs: sum(({ ms }) => ms),
  };
}

/** Reads figures that another process wrote as JSON, which has no word for `NaN`. */
export function readFigures(text: string): Figures {
  return JSON.parse(text, (_, value) => value === null ? NaN : value) as Figures;
}
