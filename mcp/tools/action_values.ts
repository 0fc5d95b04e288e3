import * as z from "zod";

/** The parameter of a list of actions. */
export const ACTIONS = z.array(z.any()).optional();

/** The parameter of a list; the command checks its items. */
export const LIST = z.array(z.any()).optional();
