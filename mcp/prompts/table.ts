/**
 * The prompts, one row each.
 *
 * @module
 */
import type { PromptRow } from "../server/parts.ts";
import { DESIGN_STATE_MACHINE } from "./design_state_machine.ts";

/** A prompt for a person. */
export const PROMPTS: readonly PromptRow[] = [DESIGN_STATE_MACHINE];
