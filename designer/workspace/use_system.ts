import type { MemberReplay, SystemFinding, SystemLink, UncoveredPart } from "@loom/engine";
import { askServer, reasonOf } from "./ask_server.ts";
import { type AnyOp, isObject, type PictureLink } from "@loom/protocol";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { DocumentSnapshot } from "./document_session.ts";
import type { OutsideStep } from "./outside_steps.ts";
import { listenTo } from "./shared_stream.ts";

/** A member of a system. */
export interface SystemMember {
  /** Its path, as the system writes it. */
  readonly path: string;
  /** The path of its file, absolute. */
  readonly file: string;
  /** The word for its kind; absent where it cannot be read. */
  readonly kind?: string;
  readonly name?: string;
  /** Its elements by type: `5 states, 7 events`. */
  readonly counts?: string;
  readonly svg?: string;
  /** Why it cannot be read. */
  readonly problem?: string;
}

/** An addition that a scenario asks of another document. */
export interface SystemProposal {
  readonly id: string;
  /** The path of the document, as the system writes it. */
  readonly document: string;
  readonly reasons: readonly string[];
}

/** Operations for one document. */
export interface FileEdit {
  /** The path of its file. */
  readonly doc: string;
  readonly ops: readonly AnyOp[];
  readonly revision?: string;
}

/** The system of a document, as `/api/system` reports it. */
export interface SystemReport {
  /** The system document; `null` for documents that no system lists. */
  readonly system: { readonly path: string; readonly name: string; readonly mode: string } | null;
  /** The document of the page, as the system writes it; `null` for the system itself. */
  readonly member: string | null;
  readonly members: readonly SystemMember[];
  readonly findings: readonly SystemFinding[];
  readonly replays: readonly MemberReplay[];
  /** The coverage of each machine by its scenarios, where it was asked for. */
  readonly coverage?: readonly {
    readonly machine: string;
    readonly text: string;
    readonly never: readonly UncoveredPart[];
  }[];
  readonly links: readonly SystemLink[];
  /** The links between members, counted. */
  readonly counts: readonly PictureLink[];
  readonly proposals: readonly SystemProposal[];
  /** The operations of all proposals. */
  readonly edits: readonly FileEdit[];
  /** Questions that a person has to decide. */
  readonly unresolved: readonly string[];
}

/** The time after an edit before the system is checked again, in milliseconds. */
const AFTER_EDIT = 250;

/** The maximum number of followed members, the same as on the server. */
const FOLLOWED = 100;

/** Settings of {@linkcode useSystem}. */
export interface SystemOptions {
  readonly docId: string;
  readonly snapshot: Pick<DocumentSnapshot, "def" | "status">;
  /** True where the map is shown, which needs pictures of the members. */
  readonly isMap: boolean;
  /** True while it is shown what scenarios leave out. */
  readonly isCovered: boolean;
  /** True while what others change in the members is in view. */
  readonly isWatched: boolean;
}

/** The system that a document belongs to, checked again after each edit; and a function that checks it at once. */
export function useSystem(
  { docId, snapshot: { def, status }, isMap, isCovered, isWatched }: SystemOptions,
): { readonly system: SystemReport | undefined; readonly check: () => void } {
  const [system, setSystem] = useState<SystemReport>();
  const last = useRef("");
  const check = useCallback(() => {
    const more = { ...(isMap ? { pictures: "1" } : {}), ...(isCovered ? { coverage: "1" } : {}) };
    void readSystem(docId, more).then((text) => {
      const report = text === undefined || text === last.current ? undefined : reportIn(text);
      if (text === undefined || report === undefined) return;
      last.current = text;
      setSystem(report);
    });
  }, [docId, isMap, isCovered]);
  useEffect(() => {
    if (status !== "saved") return;
    const timer = setTimeout(check, last.current === "" ? 0 : AFTER_EDIT);
    return () => clearTimeout(timer);
  }, [check, def, status]);
  useEffect(() => {
    addEventListener("focus", check);
    return () => removeEventListener("focus", check);
  }, [check]);
  const followed = isWatched ? followedAt(docId, system?.members ?? []) : undefined;
  useEffect(() => {
    if (followed === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const checkSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(check, AFTER_EDIT);
    };
    // At the beginning of a stream, also after a break, something may have changed before it.
    const end = listenTo(followed, { hello: checkSoon, member: checkSoon });
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [check, followed]);
  return { system, check };
}

/** The address of the stream of changes in the other members; `undefined` without others. */
function followedAt(docId: string, members: readonly SystemMember[]): string | undefined {
  const files = members.filter(({ file, kind }) => file !== docId && kind !== undefined).slice(0, FOLLOWED);
  if (files.length === 0) return undefined;
  return `/api/watch?${new URLSearchParams([
    ["doc", docId],
    ...files.map(({ file }): [string, string] => ["member", file]),
  ])}`;
}

async function readSystem(
  docId: string,
  more: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const own = new URLSearchParams(location.search).get("system");
  const query = new URLSearchParams({ doc: docId, ...(own === null ? {} : { system: own }), ...more });
  try {
    const response = await fetch(`/api/system?${query}`);
    return response.ok ? await response.text() : undefined;
  } catch {
    return undefined;
  }
}

function reportIn(text: string): SystemReport | undefined {
  const value: unknown = JSON.parse(text);
  return isReport(value) ? value : undefined;
}

/** The server of the page made it: it is whole, or says that there is no system. */
function isReport(value: unknown): value is SystemReport {
  return isObject(value) && "findings" in value;
}

/** The system of a document; `undefined` where there is none, or the server cannot be reached. */
export async function systemOf(docId: string): Promise<SystemReport | undefined> {
  const text = await readSystem(docId, {});
  return text === undefined ? undefined : reportIn(text);
}

/** The operations of some proposals, which may need each other. */
export async function editsOf(docId: string, ids: readonly string[]): Promise<readonly FileEdit[]> {
  const text = await readSystem(docId, { only: ids.join("\n") });
  if (text === undefined) throw new Error("The server cannot be reached.");
  return reportIn(text)?.edits ?? [];
}

/**
 * Changes several documents, all or none.
 *
 * @returns The step that undoes it.
 */
export async function editTogether(edits: readonly FileEdit[]): Promise<OutsideStep> {
  // Each step takes back the one before, and waits for it; after a failure the same can be tried again.
  let back = Promise.resolve(await sent(edits));
  const step = async () => {
    const last = back;
    const next = last.then(sent);
    back = next.catch(() => last);
    await next;
  };
  return { undo: step, redo: step };
}

/** Sends edits; returns those that take them back. */
async function sent(edits: readonly FileEdit[]): Promise<readonly FileEdit[]> {
  const answer = await (await askServer("/api/edits", { edits })).json();
  return answer.edits.map(({ doc, undo }: { readonly doc: string; readonly undo: readonly AnyOp[] }) => ({
    doc,
    ops: undo,
  }));
}

/** The path of the file of a document of a system. */
export function fileIn({ members, system }: SystemReport, path: string | undefined): string | undefined {
  return members.find((one) => one.path === path)?.file ?? system?.path;
}

/** Settings of {@linkcode useAutoReconcile}. */
export interface AutoReconcileOptions {
  readonly system: SystemReport | undefined;
  /** True for a scenario without errors that this page has changed. */
  readonly isDue: () => boolean;
  /** Called with what was added, and the step that undoes it; or with the reason why it could not be. */
  readonly onDone: (text: string, step: OutsideStep | undefined) => void;
}

/** Adds to the other documents what an edited scenario asks of them, where its system says so. */
export function useAutoReconcile({ system, isDue, onDone }: AutoReconcileOptions): void {
  useEffect(() => {
    if (system?.system?.mode !== "auto" || system.edits.length === 0 || !isDue()) return;
    const added = system.proposals.flatMap(({ reasons }) => reasons).join("; ");
    editTogether(system.edits).then(
      (step) => onDone(`Added for the scenario: ${added}.`, step),
      (error) => onDone(reasonOf(error), undefined),
    );
  }, [system]);
}
