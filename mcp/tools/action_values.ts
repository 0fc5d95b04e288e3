import { z } from "zod";

/** The parameter of a list of actions. */
export const ACTIONS = z.array(z.any()).optional();

/** What actions may be, where it is not said elsewhere. */
export const ACTIONS_HINT = "code or action objects";
