import { type Mode, useWorkspace } from "./context.ts";
import { addressOf, fileOf, useDocuments } from "./document_list.tsx";
import { ExportMenu } from "./export_menu.tsx";
import { Icon, type IconName } from "./icon.tsx";
import { Menu } from "./menu.tsx";
import { partsFor } from "./page_kinds.ts";
import { Presence } from "./presence.tsx";
import { SaveState } from "./save_state.tsx";

/** The modes, in the order of their tabs. */
export const MODES: readonly { readonly mode: Mode; readonly title: string; readonly icon: IconName }[] = [
  { mode: "design", title: "Design", icon: "design" },
  { mode: "run", title: "Run", icon: "play" },
  { mode: "check", title: "Check", icon: "check" },
  { mode: "code", title: "Code", icon: "code" },
];

/** The modes that a kind has: what has nothing to run has no Run. */
export function modesOf(kind: string): typeof MODES {
  return MODES.filter(({ mode }) => mode !== "run" || partsFor(kind)?.Run !== undefined);
}

/** The line on top: the document, the modes, the search, the others, and the state of the edits. */
export function Header({ onSearch }: { readonly onSearch: () => void }) {
  const { canStep, step } = useWorkspace();
  return (
    <header class="bar">
      <DocumentMenu />
      <div class="history">
        <button
          type="button"
          class="ghost icon-only"
          disabled={!canStep("undo")}
          onClick={() => step("undo")}
          title="Undo (Ctrl+Z)"
        >
          <Icon name="undo" />
          <span class="visually-hidden">Undo</span>
        </button>
        <button
          type="button"
          class="ghost icon-only"
          disabled={!canStep("redo")}
          onClick={() => step("redo")}
          title="Redo (Ctrl+Y)"
        >
          <Icon name="redo" />
          <span class="visually-hidden">Redo</span>
        </button>
      </div>
      <ModeTabs />
      <button type="button" class="search-button" onClick={onSearch} title="Search and commands (Ctrl+K)">
        <Icon name="search" /> <span>Search</span> <kbd>Ctrl K</kbd>
      </button>
      <ExportMenu />
      <Presence />
      <SaveState />
    </header>
  );
}

function ModeTabs() {
  const { row, mode, setMode, findings } = useWorkspace();
  const modes = modesOf(row.kind);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    const at = modes.findIndex((one) => one.mode === mode);
    const next = modes[(at + step + modes.length) % modes.length]?.mode ?? mode;
    setMode(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label="Modes" onKeyDown={onKeyDown}>
      {modes.map((one) => (
        <button
          key={one.mode}
          id={`tab-${one.mode}`}
          type="button"
          role="tab"
          aria-selected={one.mode === mode}
          tabIndex={one.mode === mode ? 0 : -1}
          onClick={() => setMode(one.mode)}
        >
          {one.title}
          {one.mode === "check" && findings.length > 0
            ? <span class="badge" title={`${findings.length} findings`}>{findings.length}</span>
            : null}
        </button>
      ))}
    </div>
  );
}

/** The system that the document is in, and its members. */
function SystemMembers() {
  const { docId, system } = useWorkspace();
  const found = system?.system;
  if (system === undefined || found === undefined || found === null) return null;
  const leads = [{ file: found.path, name: found.name, kind: "map" }, ...system.members];
  return (
    <ul class="system-members" aria-label={`System ${found.name}`}>
      {leads.map(({ file, name = fileOf(file), kind = "not readable" }) => (
        <li key={file}>
          <a
            href={addressOf(file, "", found.path)}
            aria-current={file === docId ? "page" : undefined}
            title={file}
          >
            <span class="grow">{name}</span>
            <span class="quiet">{kind}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function DocumentMenu() {
  const { row, def, docId, system } = useWorkspace();
  const listed = new Set([system?.system?.path, ...system?.members.map(({ file }) => file) ?? []]);
  const documents = useDocuments().filter(({ path }) =>
    (system?.system ?? null) === null || !listed.has(path)
  );
  const name = row.content?.nameOf(def)?.trim() || fileOf(docId);
  return (
    <Menu
      class="document-menu"
      title={docId}
      label={
        <>
          <span class="logo" aria-hidden="true" />
          <h1>{name}</h1>
          <Icon name="down" />
        </>
      }
    >
      {() => (
        <nav aria-label="Documents">
          <p class="quiet">{fileOf(docId)}</p>
          <SystemMembers />
          <ul>
            {documents.map(({ path, name, dir }) => (
              <li key={path}>
                <a href={addressOf(path)} aria-current={path === docId ? "page" : undefined} title={path}>
                  <span class="grow">{name}</span>
                  <span class="quiet">
                    {dir === docId.slice(0, docId.lastIndexOf("/")) ? "" : fileOf(dir)}
                  </span>
                </a>
              </li>
            ))}
          </ul>
          <p>
            <a href={`/?${new URLSearchParams({ doc: docId, live: "1" })}`}>Watch only</a>
          </p>
        </nav>
      )}
    </Menu>
  );
}
