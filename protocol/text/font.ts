/** The weights of Inter in pictures: 400 for text, 500 for events, 600 for names. */
export type FontWeight = 400 | 500 | 600;

/**
 * The `font-family` of all text in pictures: Inter, in which they are measured, and what a machine without it shows
 * instead. A PNG carries its letters itself. It can stand in an attribute as it is.
 */
export const FONT_STACK: string =
  "Inter, ui-sans-serif, system-ui, -apple-system, Segoe UI, Roboto, Helvetica Neue, Arial, sans-serif";
