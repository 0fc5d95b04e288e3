import type { Workspace } from "./context.ts";
import { imported } from "./start.tsx";

/** Lets the person choose a file of any format, which takes the place of the document's content, and can be undone. */
export function openFile({ row, session, edit, say }: Workspace): void {
  const input = document.createElement("input");
  input.type = "file";
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    if (file === undefined) return;
    imported(file).then(
      ({ kind, definition, remarks }) => {
        if (kind !== row.kind) return say(`${file.name} holds another kind of document: ${kind}.`);
        const { content } = row;
        if (content !== undefined) {
          edit(content.changes.diff(session.getSnapshot().def, definition), `Opened ${file.name}.`);
        }
        if (remarks.length > 0) say(`Opened ${file.name}. ${remarks.join(" ")}`);
      },
      (error) => say(error instanceof Error ? error.message : String(error)),
    );
  });
  input.click();
}
