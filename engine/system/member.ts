import { isObject, type JsonObject, type MemberKind, memberKindOfPath } from "@loom/protocol";
import { LOOM_KINDS } from "../kinds.ts";
import type { MemberDocument, SystemDocuments } from "../reconcile/proposal.ts";

/** A member of a system, as its file was read. */
export interface LoadedMember {
  /** Its path, as the system writes it. */
  readonly path: string;
  /** The definition in its file, unwrapped; absent when the file cannot be read. */
  readonly definition?: unknown;
  /** The reason why the file cannot be read, as a sentence. */
  readonly error?: string;
}

/** A member whose content is of the kind that its path tells. */
export interface Member {
  /** Its path, as the system writes it. */
  readonly path: string;
  /** Its kind. */
  readonly kind: MemberKind;
  /** Its definition, which need not be valid. */
  readonly definition: JsonObject;
}

/**
 * The kind of document that a parsed definition is, by its members.
 *
 * @returns `undefined` when it looks like none.
 */
export function docKindOfContent(definition: unknown): MemberKind | "system" | undefined {
  const kind = LOOM_KINDS.ofDocument(definition)?.kind;
  return kind === "erd" || kind === "sequence" || kind === "machine" || kind === "system" ? kind : undefined;
}

/** The member as the checks use it, or the sentence that says why it cannot take part. */
export function memberOf({ path, definition: given, error }: LoadedMember): Member | string {
  const kind = memberKindOfPath(path);
  if (kind === undefined) return `"${path}" is no machine, entity-relationship diagram or sequence.`;
  const title = titleOf(kind);
  if (error !== undefined || given === undefined) {
    return `"${path}" cannot be read: ${error ?? "its file was not loaded."}`;
  }
  const definition = LOOM_KINDS.unwrap(given);
  const found = docKindOfContent(definition);
  if (found !== kind || !isObject(definition)) {
    const what = found === undefined ? "no document of the loom" : `a ${titleOf(found)}`;
    return `"${path}" is named like a ${title}, but its content is ${what}: rename the file or mend its content.`;
  }
  const row = LOOM_KINDS.named(kind);
  const fault = row?.content?.fault?.(definition);
  if (fault !== undefined) return `"${path}" cannot be opened as a ${title}: ${fault.message}`;
  return { path, kind, definition: definition as JsonObject };
}

/** The documents of a system that can take part, by kind; the others are left out. */
export function systemDocuments(
  system: MemberDocument | undefined,
  loaded: readonly LoadedMember[],
): SystemDocuments {
  const members = loaded.map(memberOf).filter((one) => typeof one !== "string");
  const ofKind = (kind: MemberKind) =>
    members.filter((one) => one.kind === kind).map(({ path, definition: def }) => ({ path, def }));
  return {
    ...(system === undefined ? {} : { system }),
    machines: ofKind("machine"),
    erds: ofKind("erd"),
    scenarios: ofKind("sequence"),
  };
}

function titleOf(kind: string): string {
  return LOOM_KINDS.named(kind)?.title ?? kind;
}
