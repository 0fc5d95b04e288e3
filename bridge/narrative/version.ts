import manifest from "../deno.json" with { type: "json" };

/** The version of the bridge: that of its package. */
export const VERSION: string = manifest.version;
