import { type SystemDocuments, systemDocuments } from "@loom/engine";
import { basename } from "@std/path";
import type { LoadedSystem } from "./load_system.ts";

/** The documents of a system that can take part in replay; the system itself has the name of its file as its path. */
export function documentsOf({ path, document, members }: LoadedSystem): SystemDocuments {
  return systemDocuments(
    document === undefined ? undefined : { path: basename(path), def: document.definition },
    members,
  );
}

/** The path of the member in a file, as the system writes it; `undefined` for the system itself. */
export function memberAt({ members }: LoadedSystem, file: string): string | undefined {
  return members.find((one) => one.file === file)?.path;
}

/** The file of a document of a system, by the path that {@linkcode documentsOf} has for it. */
export function fileOf({ path, members }: LoadedSystem, document: string): string {
  return members.find((one) => one.path === document)?.file ?? path;
}

/** The revision that a file of a system had when it was read. */
export function memberRevision({ path, document, members }: LoadedSystem, file: string): string | undefined {
  return (file === path ? document : members.find((one) => one.file === file)?.document)?.revision;
}
