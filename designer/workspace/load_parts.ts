import type { KindName } from "@loom/protocol";
import { type KindParts, setParts } from "./kind_parts.ts";

/** The scripts of the parts, by kind. */
const PARTS: Readonly<Record<string, () => Promise<{ readonly PARTS: KindParts }>>> = {
  machine: () => import("./machine/parts.tsx"),
  erd: () => import("./erd/parts.ts"),
};

/** Loads the parts of a kind, if it has some. */
export async function loadParts(kind: KindName): Promise<void> {
  const parts = await PARTS[kind]?.();
  if (parts !== undefined) setParts(kind, parts.PARTS);
}
