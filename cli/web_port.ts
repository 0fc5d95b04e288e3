/** The port of pages that are given none; the designer's own, which is not loaded for it. */
export const WEB_PORT = 4598;
