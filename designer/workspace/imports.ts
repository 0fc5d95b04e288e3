import type { JsonObject } from "@loom/protocol";
import { askServer, reasonOf } from "./ask_server.ts";
import type { Workspace } from "./context.ts";

/** A document that the server has read from a text of another program. */
export interface Imported {
  readonly kind: string;
  readonly definition: JsonObject;
  /** Parts of the text that the document does not have, in sentences. */
  readonly remarks: readonly string[];
}

/** Reads a text of any format through the server; the ending of the name may tell the format. */
export async function imported(name: string, text: string): Promise<Imported> {
  return await (await askServer("/api/import", { text, name })).json();
}

/** Lets the person choose a file of any format, which takes the place of the document's content, and can be undone. */
export function openFile({ row, session, edit, say }: Workspace): void {
  const input = document.createElement("input");
  input.type = "file";
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    if (file === undefined) return;
    file.text().then((text) => imported(file.name, text)).then(
      ({ kind, definition, remarks }) => {
        if (kind !== row.kind) return say(`${file.name} holds another kind of document: ${kind}.`);
        const { content } = row;
        if (content !== undefined) {
          edit(content.changes.diff(session.getSnapshot().def, definition), `Opened ${file.name}.`);
        }
        if (remarks.length > 0) say(`Opened ${file.name}. ${remarks.join(" ")}`);
      },
      (error) => say(reasonOf(error)),
    );
  });
  input.click();
}
