import { type EditedKind, equalJson, type KindName, refusalText } from "@loom/protocol";
import { askServer } from "./ask_server.ts";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Board } from "./board_props.ts";
import { commandsOf, editedElements, type ElementKey, keyOf } from "./command_fields.ts";
import { spellCall } from "./command_panel.tsx";
import { type Mode, type Said, type Workspace as Shared, WorkspaceContext } from "./context.ts";
import type { DocumentSession } from "./document_session.ts";
import { OutsideSteps } from "./outside_steps.ts";
import { partsFor } from "./page_kinds.ts";
import { useRemembered } from "./remembered.ts";
import { Shell } from "./shell.tsx";
import { useSession } from "./use_session.ts";
import { type SystemReport, useAutoReconcile, useSystem } from "./use_system.ts";

/** Props of {@linkcode Workspace}, all of it loaded. */
export interface WorkspaceProps {
  readonly docId: string;
  readonly row: EditedKind;
  readonly board: Board;
  readonly session: DocumentSession;
  /** The element in hand at the start. */
  readonly focus: string;
}

/** A document with everything that looks at it and changes it. */
export function Workspace({ docId, row, board, session, focus }: WorkspaceProps) {
  const snapshot = useSession(session);
  const { def, view } = snapshot;
  const [selected, setSelected] = useState<ElementKey>(focus);
  const [hand, setHand] = useState<readonly ElementKey[]>([]);
  const [mode, setMode] = useState<Mode>("design");
  const [said, setSaid] = useState<Said>({ text: "", isShown: false });
  const say = (text: string) => setSaid({ text, isShown: true });
  const steps = useMemo(() => new OutsideSteps(session, say), [session]);
  const [, setStepped] = useState(0);
  const [inSight, setInSight] = useState<ElementKey>("");
  const [asked, setAsked] = useState<string>();
  const elements = useMemo(() => editedElements(row, def), [row, def]);
  // An empty diagram is there to be filled.
  const [{ isLocked }, keepLock] = useRemembered(`lock-${row.kind}`, {
    isLocked: partsFor(row.kind)?.isLockedForFingers === true && elements.length > 0 &&
      matchMedia("(pointer: coarse)").matches,
  });
  const own = useFindings(row.kind, def);
  const { system, check: checkSystem } = useSystem({
    docId,
    snapshot,
    isMap: row.kind === "system",
    isCovered: mode === "check",
    isWatched: row.kind === "system" || mode === "check",
  });
  const findings = useMemo(() => [...own, ...linkFindings(own, system)], [own, system]);
  const element = elements.find((one) => keyOf(one) === selected);
  const select = (key: ElementKey) => {
    setSelected(key);
    setHand([]);
    setAsked(undefined);
    writeFocus(key);
  };
  useEffect(() => session.present({ selection: selected === "" ? [] : [selected] }), [session, selected]);
  useEffect(() => {
    if (view === undefined) return;
    if (view.focus !== "") setSelected(view.focus);
    setMode("design");
  }, [view?.id]);
  const confirm = (text: string) => setSaid({ text, isShown: false });
  const isEdited = useRef(false);
  useAutoReconcile({
    system,
    isDue() {
      const isDue = row.kind === "sequence" && isEdited.current &&
        !own.some(({ severity }) => severity === "error");
      isEdited.current = false;
      return isDue;
    },
    onDone(text, step) {
      say(text);
      if (step !== undefined) steps.record(step);
      checkSystem();
    },
  });
  const edited = (ops: Parameters<Shared["edit"]>[0], summary: string) => {
    steps.edit(ops);
    isEdited.current = true;
    confirm(summary);
  };
  const shared: Shared = {
    row,
    docId,
    session,
    snapshot,
    def,
    elements,
    findings,
    selected,
    element,
    hand: hand[0] === selected ? hand : NONE,
    setHand,
    mode,
    system,
    checkSystem,
    select,
    setMode,
    say,
    canStep: (direction) =>
      (direction === "undo" ? snapshot.canUndo : snapshot.canRedo) || steps.has(direction),
    step(direction) {
      const reason = steps.step(direction) ? undefined : session.getSnapshot().notice;
      if (reason !== undefined) say(reason);
      setStepped((count) => count + 1);
    },
    record(step) {
      steps.record(step);
      setStepped((count) => count + 1);
    },
    edit: edited,
    run(id, values) {
      const result = commandsOf(row).find((one) => one.id === id)?.run(session.getSnapshot().def, values);
      if (result === undefined) return `There is no edit ${id}.`;
      if (!result.ok) return refusalText(result.refusal, spellCall);
      edited(result.value.ops, result.value.summary);
      return undefined;
    },
    isLocked,
    setLocked: (isLocked) => keepLock({ isLocked }),
    inSight,
    setInSight,
    ask: setAsked,
  };
  return (
    <WorkspaceContext.Provider value={shared}>
      <Shell board={board} said={said} asked={asked} onAsked={() => setAsked(undefined)} />
    </WorkspaceContext.Provider>
  );
}

const NONE: readonly ElementKey[] = [];

/** The pause before a check after an edit, and that before it is tried again, in milliseconds. */
const CHECK_PAUSES = { edit: 30, retry: 2_000 } as const;

/** The findings of a document, which the server checks after each edit; the last ones stay while it is not there. */
function useFindings(kind: KindName, def: Shared["def"]): Shared["findings"] {
  const [findings, setFindings] = useState<Shared["findings"]>([]);
  useEffect(() => {
    const control = new AbortController();
    let timer = setTimeout(check, CHECK_PAUSES.edit);
    async function check() {
      const found = await findingsOf(kind, def, control.signal).catch(() => undefined);
      if (control.signal.aborted) return;
      if (found === undefined) timer = setTimeout(check, CHECK_PAUSES.retry);
      else setFindings((known) => equalJson(known, found) ? known : found);
    }
    return () => {
      control.abort();
      clearTimeout(timer);
    };
  }, [kind, def]);
  return findings;
}

async function findingsOf(
  kind: KindName,
  definition: Shared["def"],
  signal: AbortSignal,
): Promise<Shared["findings"]> {
  const { findings } = await (await askServer("/api/findings", { kind, definition }, signal)).json();
  return findings;
}

/** Says that a member cannot be read. */
const UNREADABLE = "Y003";

/** The findings of the system about this document that its own rules do not have; the page has read it, whether its file is there or not. */
function linkFindings(own: Shared["findings"], system: SystemReport | undefined): Shared["findings"] {
  if (system === undefined) return [];
  return system.findings.filter(({ ruleId, member = null, path }) =>
    /^[LY]/.test(ruleId) && ruleId !== UNREADABLE && member === system.member &&
    !own.some((one) => one.ruleId === ruleId && one.path === path)
  );
}

/** Writes the element in hand into the address, so that a link leads to it. */
function writeFocus(key: ElementKey): void {
  if (key === "") return;
  const address = new URL(location.href);
  address.searchParams.set("focus", key);
  history.replaceState(null, "", address);
}
