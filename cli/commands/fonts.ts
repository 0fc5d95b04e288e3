import {
  addedFontFolder,
  addFont,
  FONT_PACKAGES,
  fontNamed,
  type FontPackage,
  isAdded,
} from "@loom/bridge/picture";
import { didYouMean, LoomError } from "@loom/protocol";
import type { Run } from "../command.ts";
import type { Context } from "../context.ts";
import { EXIT } from "../exit_code.ts";
import type { FONTS_ADD, FONTS_LIST } from "../table/shell.ts";
import { UsageError } from "../usage_error.ts";

/** Lists the fonts that can be added. */
export const listFonts: Run<typeof FONTS_LIST> = async (context) => {
  const folder = folderOf(context);
  const fonts = await Promise.all(FONT_PACKAGES.map(async (font) => ({
    font: font.word,
    name: font.name,
    added: await isAdded(font, folder),
  })));
  if (context.json) context.printJson({ folder, fonts });
  else {
    context.print(
      fonts.map(({ font, name, added }) =>
        `${added ? context.paint.good("●") : "○"} ${font.padEnd(LONGEST)}  ${name}`
      ),
    );
    context.remark(`● is in ${folder}. Fonts of the system are used, too, and need not be added.`);
  }
  return EXIT.done;
};

const LONGEST = Math.max(...FONT_PACKAGES.map(({ word }) => word.length));

/** Downloads fonts. */
export const addFonts: Run<typeof FONTS_ADD> = async (context, { fonts: words, registry: named }) => {
  const folder = folderOf(context);
  // All words are read before anything is downloaded.
  const fonts = words.map(wantedFont);
  const registry = named ?? context.io.env.NPM_CONFIG_REGISTRY;
  if (!registry) {
    throw new UsageError(
      'No registry is named that fonts come from: give --registry the address that "npm config get registry" prints, or set NPM_CONFIG_REGISTRY to it.',
    );
  }
  const added = [];
  for (const [at, font] of fonts.entries()) {
    context.progress(`${at + 1} of ${fonts.length}  ${font.name}`);
    try {
      const files = await addFont(font, { folder, registry });
      added.push({ font: font.word, files });
    } finally {
      context.progress("");
    }
    if (!context.json) context.print(added.at(-1)?.files ?? []);
  }
  if (context.json) context.printJson({ folder, added });
  return EXIT.done;
};

function wantedFont(word: string): FontPackage {
  const font = fontNamed(word);
  if (font !== undefined) return font;
  const words = FONT_PACKAGES.map((one) => one.word);
  throw new UsageError(
    `There is no font for "${word}": there are ${words.join(", ")}.${didYouMean(word, words)}`,
  );
}

function folderOf({ io: { env } }: Context): string {
  const folder = addedFontFolder({ os: Deno.build.os, env: (name) => env[name] });
  if (folder !== undefined) return folder;
  throw new LoomError("no_folder", "There is no home folder for fonts: name a folder with LOOM_FONTS_DIR.");
}
