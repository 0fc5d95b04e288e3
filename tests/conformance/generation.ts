/**
 * Which vectors are none of generated code.
 *
 * @module
 */
import type { Vector } from "./format.ts";

/** Why there is no generated code for a vector, in a few words; absent when there is. */
export function refusesToGenerate({ steps: [first] }: Vector): string | undefined {
  const refuses = first && "startError" in first && first.startError.code === "machine_definition";
  return refuses ? "nothing is generated from what cannot run" : undefined;
}
