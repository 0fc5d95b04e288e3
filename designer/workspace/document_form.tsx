import { pluralOf } from "@loom/protocol";
import { commandsOf } from "./command_fields.ts";
import { useWorkspace } from "./context.ts";
import { fileOf } from "./document_list.tsx";
import { Icon } from "./icon.tsx";
import { InstantField } from "./instant_field.tsx";
import { partsFor } from "./page_kinds.ts";
import { Links } from "./system_section.tsx";

/** Forms of the document itself, and buttons that add to it. */
export function DocumentForm() {
  const { row, def, docId, elements, run, ask } = useWorkspace();
  const Parts = partsFor(row.kind)?.Document;
  const notes = row.content?.setNotes;
  const adds = commandsOf(row).filter(({ effect }) => effect === "add");
  return (
    <div class="properties">
      <header class="element-head">
        <p class="quiet">{row.title.charAt(0).toUpperCase() + row.title.slice(1)}</p>
      </header>
      <p class="document-name">{row.content?.nameOf(def) ?? fileOf(docId)}</p>
      <p class="quiet">{countsOf(elements)}</p>
      {Parts === undefined ? null : <Parts />}
      {notes === undefined ? null : (
        <InstantField
          label="Notes"
          input={{ type: "text" }}
          rows={3}
          text={notesOf(def)}
          onCommit={(text) => run(notes.id, { notes: text })}
        />
      )}
      <Links />
      <section class="part" aria-label="Add">
        <h3>Add</h3>
        <div class="row">
          {adds.map(({ id, title }) => (
            <button key={id} type="button" onClick={() => ask(id)}>
              <Icon name="plus" /> {title.replace(/^Add (?:an? )?/, "")}
            </button>
          ))}
        </div>
      </section>
    </div>
  );
}

function notesOf(def: Readonly<Record<string, unknown>>): string {
  const settings = def["settings"];
  const own = typeof settings === "object" && settings !== null && "notes" in settings
    ? settings.notes
    : def["notes"];
  return typeof own === "string" ? own : "";
}

function countsOf(elements: readonly { readonly type: string }[]): string {
  const counts = new Map<string, number>();
  for (const { type } of elements) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts].map(([type, count]) => `${count} ${count === 1 ? type : pluralOf(type)}`).join(", ") ||
    "Nothing yet";
}
