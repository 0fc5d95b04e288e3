import { useEffect, useRef, useState } from "preact/hooks";
import type { DocumentSnapshot, SaveStatus } from "./document_session.ts";
import { useWorkspace } from "./context.ts";
import { SCRIPT_CHANGED } from "./shared_stream.ts";

/** The word of a status, short for the header and whole for its explanation. */
interface StatusWords {
  readonly word: (snapshot: DocumentSnapshot) => string;
  readonly sentence: string;
}

const WORDS: Readonly<Record<SaveStatus, StatusWords>> = {
  saved: { word: () => "Saved", sentence: "All edits are in the file." },
  saving: { word: () => "Saving", sentence: "The edits are on their way to the file." },
  offline: {
    word: ({ pending }) => pending === 0 ? "Offline" : `Offline, ${changes(pending)} kept`,
    sentence: "The server cannot be reached. What you change is kept here and sent when it is back.",
  },
  gone: {
    word: () => "No file",
    sentence: "The file cannot be read. The page keeps what it has.",
  },
  unsaved: {
    word: ({ pending }) => pending === 0 ? "Not saved" : `${capital(changes(pending))} not saved`,
    sentence: "The file could not be written. The page tries again; nothing is lost while it is open.",
  },
  changed: {
    word: () => "Changed by others",
    sentence: "Someone changed the same as you: choose what stays.",
  },
};

/** The state of the edits: one word and a dot; what it means, and the last message, on demand. */
export function SaveState() {
  const { snapshot, session } = useWorkspace();
  const { status, notice } = snapshot;
  const [isOpen, setOpen] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const onDown = (event: PointerEvent) => {
      if (!(event.target instanceof Node) || !area.current?.contains(event.target)) setOpen(false);
    };
    addEventListener("pointerdown", onDown);
    return () => removeEventListener("pointerdown", onDown);
  }, [isOpen]);
  const { word, sentence } = WORDS[status];
  return (
    <div
      class="save-state"
      data-status={status}
      ref={area}
      onKeyDown={(event) => event.key === "Escape" && setOpen(false)}
    >
      <button type="button" class="ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span class="dot" aria-hidden="true" />
        <span role="status">{word(snapshot)}</span>
      </button>
      <NewVersion />
      {isOpen
        ? (
          <div class="popover" role="note">
            <p>{sentence}</p>
            {notice === undefined ? null : <p class="quiet">{notice}</p>}
            {status === "saved"
              ? null
              : <button type="button" onClick={() => session.save()}>Try now</button>}
          </div>
        )
        : null}
    </div>
  );
}

/** The time in which an edit begins to be saved after its field has been left, in milliseconds. */
const LEAVING = 500;

/** Loads the page again when its server has another script: by itself where nothing is lost by that, else when the person says so. */
function NewVersion() {
  const { snapshot: { status }, mode, canStep } = useWorkspace();
  const [isOld, setOld] = useState(false);
  useEffect(() => {
    const onChange = () => setOld(true);
    addEventListener(SCRIPT_CHANGED, onChange);
    return () => removeEventListener(SCRIPT_CHANGED, onChange);
  }, []);
  const isFree = status === "saved" && mode !== "run" && !canStep("undo") && !canStep("redo");
  useEffect(() => {
    if (!isOld || !isFree) return;
    const check = setInterval(() => {
      if (!document.activeElement?.matches("input, textarea, select, [contenteditable]")) location.reload();
    }, LEAVING);
    return () => clearInterval(check);
  }, [isOld, isFree]);
  if (!isOld || isFree) return null;
  return (
    <button
      type="button"
      title="The server has a new version of this page. Loading it ends what can be undone here, and a run."
      onClick={() => location.reload()}
    >
      Update page
    </button>
  );
}

function changes(count: number): string {
  return count === 1 ? "1 change" : `${count} changes`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
