import type { ToolAnnotations } from "../sdk.ts";
import type { ToolEffect } from "../tool.ts";

/** Annotations of each effect. */
const ANNOTATIONS: Readonly<Record<ToolEffect, ToolAnnotations>> = {
  read: { readOnlyHint: true },
  add: { destructiveHint: false },
  set: { destructiveHint: false, idempotentHint: true },
  remove: {},
  export: { destructiveHint: false, idempotentHint: true },
};

/** The annotations of a tool. What is left out is what the protocol takes for granted. */
export function annotationsOf(effect: ToolEffect): ToolAnnotations {
  // Tools reach nothing but documents, and files beside them.
  return { ...ANNOTATIONS[effect], openWorldHint: false };
}
