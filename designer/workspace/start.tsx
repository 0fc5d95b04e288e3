import type { JsonObject } from "@loom/protocol";
import { reasonOf } from "./ask_server.ts";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useWorkspace } from "./context.ts";
import { writtenAs } from "./exports.ts";
import { imported } from "./imports.ts";
import { fileOf } from "./document_list.tsx";

/** The most templates with a picture. */
const MOST_TEMPLATES = 3;

/** The ways to begin an empty document: a template, blank, or a file of another program. */
export function Start({ onBlank }: { readonly onBlank: () => void }) {
  const { row, def, docId, edit, say } = useWorkspace();
  const [trouble, setTrouble] = useState("");
  const file = useRef<HTMLInputElement>(null);
  const { content } = row;
  const name = content?.nameOf(def)?.trim() || fileOf(docId).split(".", 1)[0] || "Untitled";
  const templates = useMemo(() => {
    const all = content?.templates.filter((one) => one.name !== "empty") ?? [];
    return all.slice(0, MOST_TEMPLATES).map((template) => (
      { ...template, made: template.make({ name, namespace: "app" }) }
    ));
  }, [row]);
  const take = (next: JsonObject, summary: string) => {
    if (content !== undefined) edit(content.changes.diff(def, next), summary);
    onBlank();
  };
  const read = async (chosen: File | undefined) => {
    if (chosen === undefined) return;
    try {
      const { kind, definition, remarks } = await imported(chosen.name, await chosen.text());
      if (kind !== row.kind) throw new Error(`${chosen.name} holds another kind of document: ${kind}.`);
      take(definition, `Opened ${chosen.name}.`);
      if (remarks.length > 0) say(`Opened ${chosen.name}. ${remarks.join(" ")}`);
    } catch (error) {
      setTrouble(reasonOf(error));
    }
  };
  return (
    <section class="start" aria-label="Begin">
      <h2>Begin with</h2>
      <p class="quiet">There is nothing in {fileOf(docId)} yet; the first edit is written to it.</p>
      <ul class="templates">
        {templates.map(({ name, summary, made }) => (
          <li key={name}>
            <button type="button" onClick={() => take(made, `Began with the template ${name}.`)}>
              <Thumb of={made} />
              <strong>{name.charAt(0).toUpperCase() + name.slice(1)}</strong>
              <span class="quiet">{summary}</span>
            </button>
          </li>
        ))}
      </ul>
      <div class="row">
        <button type="button" class="primary" onClick={onBlank}>Start blank</button>
        <button type="button" onClick={() => file.current?.click()}>
          Open a file (SQL, Mermaid, XState, …)
        </button>
        <input
          ref={file}
          type="file"
          hidden
          aria-label="File to open"
          onChange={({ currentTarget }) => void read(currentTarget.files?.[0])}
        />
      </div>
      {trouble === "" ? null : <p class="complaint" role="alert">{trouble}</p>}
    </section>
  );
}

/** The small picture of a document, empty where the server cannot draw it now. */
function Thumb({ of }: { readonly of: JsonObject }) {
  const [svg, setSvg] = useState("");
  useEffect(() => {
    void writtenAs(of, "svg", "").then((drawn) => drawn.text()).then(setSvg, () => setSvg(""));
  }, [of]);
  return <span class="thumb" aria-hidden="true" dangerouslySetInnerHTML={{ __html: svg }} />;
}
