/** The longest text that parses, in UTF-16 units. */
export const MAX_TEXT_LENGTH = 10_000;

/** The deepest nesting that parses: brackets, prefix operators, `**` and each step of a member chain count one. */
export const MAX_NESTING = 200;

/** The longest string or list that `+` makes, so that a text which doubles one again and again stays harmless. */
export const MAX_JOINED_LENGTH = 100_000;

/** Limit of pairs of values that one `==` or `in` compares, so that circular and doubling lists end. */
export const MAX_COMPARED_VALUES = 100_000;
