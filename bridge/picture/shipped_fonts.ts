import type { FontWeight } from "@loom/protocol";
import inter from "@expo-google-fonts/inter/package.json" with { type: "json" };

/** The name of the font that comes with the loom, as it stands in `font-family`. */
export const SHIPPED_FAMILY = "Inter";

/** The font files by weight. */
export type ShippedFonts = Readonly<Record<FontWeight, Uint8Array>>;

/** Paths in their package, one row a weight. */
const PATHS: Readonly<Record<FontWeight, string>> = {
  400: "400Regular/Inter_400Regular.ttf",
  500: "500Medium/Inter_500Medium.ttf",
  600: "600SemiBold/Inter_600SemiBold.ttf",
};

/**
 * Reads the font of all pictures from its npm package, which the import above brings along: into Deno's cache, and
 * into an executable.
 */
export async function readShippedFonts(): Promise<ShippedFonts> {
  const [regular, medium, semibold] = await Promise.all([
    read(PATHS[400]),
    read(PATHS[500]),
    read(PATHS[600]),
  ]);
  return { 400: regular, 500: medium, 600: semibold };
}

function read(path: string): Promise<Uint8Array> {
  // The whole specifier: names of the import map mean nothing in a published package.
  return Deno.readFile(new URL(import.meta.resolve(`npm:@expo-google-fonts/inter@${inter.version}/${path}`)));
}
