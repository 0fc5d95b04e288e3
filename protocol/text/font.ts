/** The weights of Inter in pictures: 400 for text, 500 for events, 600 for names. */
export type FontWeight = 400 | 500 | 600;

/**
 * The `font-family` of all text in pictures: Inter, in which it is measured, and fallbacks. A PNG contains its
 * letters. It needs no escaping in an attribute.
 */
export const FONT_STACK: string =
  "Inter, ui-sans-serif, system-ui, -apple-system, Segoe UI, Roboto, Helvetica Neue, Arial, sans-serif";
