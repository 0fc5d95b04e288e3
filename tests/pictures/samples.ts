/**
 * The documents that the pictures of entities, scenarios and systems are tested on: examples, corpus, and hard ones.
 *
 * @module
 */
import { mapLinks } from "@loom/bridge/system";
import { type AnyKind, DOCUMENT_KINDS, type JsonObject, type PictureLink } from "@loom/protocol";
import { ERD_SAMPLES } from "./entities.ts";
import { SEQUENCE_SAMPLES } from "./scenarios.ts";
import { SYSTEM_SAMPLES } from "./systems.ts";

/** A document with a name to find it by. */
export interface PictureSample {
  readonly name: string;
  readonly group: string;
  readonly kind: AnyKind;
  readonly definition: JsonObject;
  /** The links between the members of a system. */
  readonly links: readonly PictureLink[];
}

const ROOT = new URL("../../", import.meta.url);
/** The folders of documents, by the headings of the gallery; a folder that is missing has none. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  Examples: ["examples/"],
  Corpus: ["../shared/corpus/erd/", "../shared/corpus/wave-count/"],
};

/** The documents of each kind but machines, those of folders first. */
export async function pictureSamples(): Promise<PictureSample[]> {
  const written = Object.entries(FOLDERS).flatMap(([group, folders]) =>
    folders.map((folder) => samplesIn(new URL(folder, ROOT), group))
  );
  return [...(await Promise.all(written)).flat(), ...madeSamples()];
}

async function samplesIn(folder: URL, group: string): Promise<PictureSample[]> {
  const samples = DOCUMENT_KINDS.filter(({ kind }) => kind !== "machine").flatMap((kind) =>
    namesIn(folder).filter((name) => name.endsWith(kind.extension)).sort().map(async (name) => {
      const url = new URL(name, folder);
      const definition: JsonObject = JSON.parse(await Deno.readTextFile(url));
      const links = await mapLinks(url.pathname, definition);
      return {
        name: `${kind.kind}, ${name.slice(0, -kind.extension.length)}`,
        group,
        kind,
        definition,
        links,
      };
    })
  );
  return await Promise.all(samples);
}

function madeSamples(): PictureSample[] {
  const made: Readonly<Record<string, Readonly<Record<string, object>>>> = {
    erd: ERD_SAMPLES,
    sequence: SEQUENCE_SAMPLES,
    system: Object.fromEntries(
      Object.entries(SYSTEM_SAMPLES).map(([name, { definition }]) => [name, definition]),
    ),
  };
  return DOCUMENT_KINDS.flatMap((kind) =>
    Object.entries(made[kind.kind] ?? {}).map(([name, definition]) => ({
      name,
      group: `Hard ${kind.title}s`,
      kind,
      definition: { ...definition },
      links: SYSTEM_SAMPLES[name]?.links ?? [],
    }))
  );
}

function namesIn(folder: URL): string[] {
  try {
    return [...Deno.readDirSync(folder)].map(({ name }) => name);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}
