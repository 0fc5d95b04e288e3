import type { DrawnText, MachineDrawing } from "../drawing/machine_drawing.ts";
import { measuredText, placedText } from "../drawing/text.ts";
import { type Brush, textElement } from "./brush.ts";
import { countsText } from "./describe.ts";

/** The lines above a drawing. */
export interface Heading {
  readonly title: DrawnText;
  readonly subtitle: DrawnText;
  readonly width: number;
  /** Where the drawing begins. */
  readonly bottom: number;
}

const TITLE = { size: 16, weight: 600 } as const;
const SUBTITLE = { size: 12, weight: 400 } as const;
const LONGEST = 640;
const TITLE_BASE_LINE = 12;
const SUBTITLE_BASE_LINE = 32;
const HEIGHT = 56;

/** Measures and places the heading of a drawing. */
export function headingOf(title: string, drawing: MachineDrawing, padding: number): Heading {
  const first = measuredText(title, TITLE, LONGEST);
  const second = measuredText(countsText(drawing), SUBTITLE, LONGEST);
  return {
    title: placedText(first, padding, padding + TITLE_BASE_LINE),
    subtitle: placedText(second, padding, padding + SUBTITLE_BASE_LINE),
    width: Math.max(first.width, second.width),
    bottom: padding + HEIGHT,
  };
}

/** Writes the heading. */
export function headingElements({ title, subtitle }: Heading, brush: Brush): string[] {
  return [
    textElement(title, "label", "slc-title", brush),
    textElement(subtitle, "muted", "slc-subtitle", brush),
  ];
}
