import { z } from "zod";

/** The parameter of a list of actions. */
export const ACTIONS = z.array(z.any()).optional();

/** A hint about the forms of actions. */
export const ACTIONS_HINT = "code or action objects";
