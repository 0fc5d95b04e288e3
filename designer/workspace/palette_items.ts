import { commandsOf } from "./command_fields.ts";
import type { Mode, Workspace } from "./context.ts";
import { addressOf, type ListedDocument } from "./document_list.tsx";
import { exportDocument, exportFormats } from "./exports.ts";
import { MODES } from "./header.tsx";
import type { IconName } from "./icon.tsx";
import { partsFor } from "./page_kinds.ts";

/** Something that can be done or gone to. */
export interface PaletteItem {
  readonly id: string;
  readonly icon: IconName;
  readonly title: string;
  readonly detail?: string | undefined;
  readonly shortcut?: string | undefined;
  readonly run: () => void;
}

/** Actions of the page that do not concern the document. */
export interface PageActions {
  readonly togglePanel: (side: "left" | "right") => void;
  readonly scale: (change: number) => void;
  readonly openFile: () => void;
}

const MODE_KEYS: Readonly<Record<Mode, string>> = { design: "1", run: "2", check: "3", code: "4" };

/** All commands of a workspace, each with its shortcut. */
export function paletteItems(
  workspace: Workspace,
  documents: readonly ListedDocument[],
  page: PageActions,
): readonly PaletteItem[] {
  const { row, docId, session, setMode, ask, say, isLocked, setLocked } = workspace;
  const edits = commandsOf(row).map(({ id, title, effect, summary }): PaletteItem => ({
    id: `edit ${id}`,
    icon: effect === "add" ? "plus" : effect === "remove" ? "trash" : "properties",
    title,
    detail: summary.replace(/\.$/, ""),
    run: () => isLocked ? say("The board is locked: unlock it to edit.") : ask(id),
  }));
  const modes = MODES.filter(({ mode }) => mode !== "run" || partsFor(row.kind)?.Run !== undefined)
    .map(({ mode, title, icon }): PaletteItem => ({
      id: `mode ${mode}`,
      icon,
      title,
      detail: "Mode",
      shortcut: `Alt ${MODE_KEYS[mode]}`,
      run: () => setMode(mode),
    }));
  const history: readonly PaletteItem[] = [
    { id: "undo", icon: "undo", title: "Undo", shortcut: "Ctrl Z", run: () => workspace.step("undo") },
    { id: "redo", icon: "redo", title: "Redo", shortcut: "Ctrl Y", run: () => workspace.step("redo") },
    { id: "save", icon: "check", title: "Save now", shortcut: "Ctrl S", run: () => session.save() },
  ];
  const view: readonly PaletteItem[] = [
    {
      id: "left",
      icon: "outline",
      title: "Outline",
      detail: "Open or close",
      shortcut: "[",
      run: () => page.togglePanel("left"),
    },
    {
      id: "right",
      icon: "properties",
      title: "Properties",
      detail: "Open or close",
      shortcut: "]",
      run: () => page.togglePanel("right"),
    },
    {
      id: "lock",
      icon: "eye",
      title: isLocked ? "Unlock the board" : "Lock the board",
      detail: isLocked ? "Edit it again" : "Move and read only",
      run: () => setLocked(!isLocked),
    },
    { id: "larger", icon: "plus", title: "Larger interface", run: () => page.scale(0.125) },
    { id: "smaller", icon: "minus", title: "Smaller interface", run: () => page.scale(-0.125) },
    { id: "normal", icon: "eye", title: "Interface at 100 %", run: () => page.scale(0) },
    {
      id: "open",
      icon: "outline",
      title: "Open a file",
      detail: "SQL, Mermaid, XState, SCXML …",
      run: page.openFile,
    },
  ];
  const exports = exportFormats(row.kind).map(({ format, title }): PaletteItem => ({
    id: `export ${format}`,
    icon: "download",
    title: `Export ${title}`,
    run: () =>
      void exportDocument(workspace, format).then(say, (error) => say(String(error.message ?? error))),
  }));
  const others = documents.filter(({ path }) => path !== docId).map(({ path, name }): PaletteItem => ({
    id: `doc ${path}`,
    icon: "outline",
    title: name,
    detail: "Open",
    run: () => location.assign(addressOf(path)),
  }));
  return [
    ...modes,
    ...history.filter(({ id }) => (id !== "undo" && id !== "redo") || workspace.canStep(id)),
    ...edits,
    ...view,
    ...exports,
    ...others,
  ];
}
