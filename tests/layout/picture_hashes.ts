/**
 * Hashes of the pictures of the examples: the same input must give the same bytes everywhere, and from one day to the
 * next unless a change is meant to show.
 *
 * `deno run -A tests/layout/picture_hashes.ts` writes them again after such a change; look at the gallery first.
 *
 * @module
 */
import { drawMachine, renderSvg } from "@loom/protocol";
import { EXAMPLES, generatedMachines, writtenMachines } from "./samples.ts";

/** Where the hashes are kept. */
export const HASH_FILE = new URL("picture_hashes.json", import.meta.url);

/** The hash of the drawing and of the SVG, by machine. */
export type PictureHashes = Readonly<Record<string, { readonly drawing: string; readonly svg: string }>>;

/** Draws the examples and some generated machines. */
export async function pictureHashes(): Promise<PictureHashes> {
  const machines = [
    ...writtenMachines(EXAMPLES),
    ...generatedMachines([30, 120], [1], true),
    ...generatedMachines([60], [1], false),
  ];
  const hashes = machines.map(async ({ name, definition }) => {
    const drawing = await hash(JSON.stringify(drawMachine(definition)));
    const svg = await hash(renderSvg(definition, { theme: "auto" }));
    return [name, { drawing, svg }] as const;
  });
  return Object.fromEntries(await Promise.all(hashes));
}

async function hash(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return bytes.toHex().slice(0, 16);
}

if (import.meta.main) {
  await Deno.writeTextFile(HASH_FILE, JSON.stringify(await pictureHashes(), null, 2) + "\n");
}
