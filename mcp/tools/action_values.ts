import { z } from "zod";

/** The parameter of a list of actions. */
export const ACTIONS = z.array(z.any()).optional();
