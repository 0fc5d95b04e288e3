import { LOOM_KINDS } from "@loom/engine/kinds";
import { type AnyKind, definitionFindings, MACHINE_KIND } from "@loom/protocol";
import { useEffect, useMemo, useState } from "preact/hooks";
import { editedElements } from "../editor/command_fields.ts";
import { type ElementKey, keyOf } from "../editor/element_key.ts";
import { FileSession, type FileSnapshot } from "../editor/file_session.ts";
import { Board } from "./board.tsx";
import { CommandPanel } from "./command_panel.tsx";
import { DocumentList } from "./document_list.tsx";
import { FindingList } from "./finding_list.tsx";
import { Outline } from "./outline.tsx";
import { RunPanel } from "./run_panel.tsx";
import type { EditProps } from "./page_props.ts";

/** The page that edits a document: its picture, its elements, its findings, and a form for each edit. */
export function EditPage(props: EditProps) {
  const row = LOOM_KINDS.named(props.kind);
  if (row === undefined) return <main class="page">This page does not know the kind of the document.</main>;
  return <Editor {...props} row={row} />;
}

function Editor({ row, docId, definition, focus }: EditProps & { readonly row: AnyKind }) {
  const session = useMemo(
    () => new FileSession({ docId, kinds: LOOM_KINDS, row, def: definition, host: HOST }),
    [],
  );
  const [snapshot, setSnapshot] = useState<FileSnapshot>(session.getSnapshot());
  const [selected, setSelected] = useState<ElementKey>(focus);
  const [said, setSaid] = useState("");
  const [active, setActive] = useState<readonly string[]>([]);
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const end = session.subscribe(() => setSnapshot(session.getSnapshot()));
    const close = session.open();
    // The forms work from now on.
    setReady(true);
    return () => {
      end();
      close();
    };
  }, [session]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || isTyping(event.target)) return;
      const key = event.key.toLowerCase();
      const direction = key === "z" && !event.shiftKey
        ? "undo"
        : key === "y" || key === "z"
        ? "redo"
        : undefined;
      if (direction === undefined) return;
      event.preventDefault();
      session.step(direction);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [session]);
  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent) => {
      if (session.getSnapshot().pending > 0) event.preventDefault();
    };
    addEventListener("beforeunload", onLeave);
    return () => removeEventListener("beforeunload", onLeave);
  }, [session]);
  const { def } = snapshot;
  const elements = useMemo(() => editedElements(row, def), [row, def]);
  const findings = useMemo(() => row.content ? definitionFindings(row.content, def) : [], [row, def]);
  const element = elements.find((one) => keyOf(one) === selected);
  return (
    <main class="page edit" data-ready={isReady ? "1" : undefined}>
      <div class="outline">
        <DocumentList docId={docId} />
        <Outline elements={elements} selected={selected} onSelect={setSelected} />
      </div>
      <Board row={row} def={def} active={active} selected={selected} onSelect={setSelected}>
        <History snapshot={snapshot} onStep={(direction) => session.step(direction)} />
      </Board>
      <section class="panel" aria-label="Edit">
        <Status snapshot={snapshot} />
        <p class="visually-hidden" aria-live="polite">{said}</p>
        <CommandPanel
          row={row}
          def={def}
          elements={elements}
          element={element}
          onEdit={(ops, summary) => {
            session.edit(ops);
            setSaid(summary);
          }}
        />
        {row.kind === MACHINE_KIND.kind ? <RunPanel def={def} onActive={setActive} /> : null}
        <FindingList findings={findings} elements={elements} onSelect={setSelected} />
      </section>
    </main>
  );
}

/** The parts of the browser that a session uses. */
const HOST = {
  fetch: (address: string, init?: RequestInit) =>
    fetch(address, { ...init, signal: AbortSignal.timeout(10_000) }),
  openStream(
    address: string,
    { change, removed }: { readonly change: () => void; readonly removed: () => void },
  ) {
    const stream = new EventSource(address);
    // `hello` comes after every reconnection: the file may have changed meanwhile.
    for (const name of ["hello", "change"]) stream.addEventListener(name, change);
    stream.addEventListener("removed", removed);
    return () => stream.close();
  },
  setTimer: (work: () => void, ms: number) => void setTimeout(work, ms),
};

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input, textarea, select");
}

interface HistoryProps {
  readonly snapshot: FileSnapshot;
  readonly onStep: (direction: "undo" | "redo") => void;
}

function History({ snapshot: { canUndo, canRedo }, onStep }: HistoryProps) {
  return (
    <>
      <button type="button" disabled={!canUndo} onClick={() => onStep("undo")} title="Undo (Ctrl+Z)">
        Undo
      </button>
      <button type="button" disabled={!canRedo} onClick={() => onStep("redo")} title="Redo (Ctrl+Y)">
        Redo
      </button>
    </>
  );
}

const STATUS_TEXTS: Readonly<Record<FileSnapshot["status"], string>> = {
  saved: "All edits are in the file.",
  saving: "Saving …",
  offline: "The server cannot be reached.",
  gone: "The file cannot be read.",
};

function Status({ snapshot: { status, notice } }: { readonly snapshot: FileSnapshot }) {
  return (
    <div role="status" class="save-status" data-status={status}>
      <p class="hearing">{STATUS_TEXTS[status]}</p>
      {notice === undefined ? null : <p class="notice">{notice}</p>}
    </div>
  );
}
