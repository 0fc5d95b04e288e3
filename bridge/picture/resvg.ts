import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { once } from "./once.ts";

/** The package of the renderer, as in `deno.json`: names of the import map mean nothing in a published package. */
export const RESVG_PACKAGE = "npm:@resvg/resvg-wasm@^2.6.2";

/** Gives the SVG renderer, which is WebAssembly and is loaded at the first call. */
export const loadResvg: () => Promise<typeof Resvg> = once(async () => {
  const wasm = await Deno.readFile(new URL(import.meta.resolve(`${RESVG_PACKAGE}/index_bg.wasm`)));
  try {
    await initWasm(wasm);
  } catch (error) {
    // Others who use it in this process may have loaded it before.
    if (!(error instanceof Error && error.message.startsWith("Already initialized"))) throw error;
  }
  return Resvg;
});
