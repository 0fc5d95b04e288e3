import { useEffect, useState } from "preact/hooks";
import { askServer, reasonOf } from "./ask_server.ts";
import { useWorkspace } from "./context.ts";
import { writtenAs } from "./exports.ts";
import { Icon } from "./icon.tsx";

/** A text that is made of the document. */
interface CodeTab {
  readonly id: string;
  readonly title: string;
  /** Makes the text; throws with a sentence where that cannot be. */
  readonly text: (def: object, docId: string) => Promise<string>;
}

const generated = (language: string) => async (definition: object, docId: string): Promise<string> =>
  await asked(`/api/generate?doc=${encodeURIComponent(docId)}`, { definition, language }, "code");

const JSON_TAB: CodeTab = {
  id: "json",
  title: "JSON",
  text: (def) => Promise.resolve(JSON.stringify(def, null, 2)),
};
const RISPEC_TAB: CodeTab = {
  id: "rispec",
  title: "Specification",
  text: (definition, docId) =>
    asked(`/api/rispec?doc=${encodeURIComponent(docId)}`, { definition }, "rispec"),
};

/** The texts by kind; a kind without a row has its JSON and its specification. */
const TABS: Readonly<Record<string, readonly CodeTab[]>> = {
  machine: [
    { id: "typescript", title: "TypeScript", text: generated("typescript") },
    { id: "python", title: "Python", text: generated("python") },
    RISPEC_TAB,
    JSON_TAB,
  ],
  erd: [
    {
      id: "sql",
      title: "SQL",
      text: (definition) => exported(definition, "sql"),
    },
    { id: "typescript", title: "TypeScript", text: (definition) => exported(definition, "typescript") },
    { id: "dbml", title: "DBML", text: (definition) => exported(definition, "dbml") },
    JSON_TAB,
  ],
  sequence: [
    { id: "mermaid", title: "Mermaid", text: (definition) => exported(definition, "mermaid") },
    JSON_TAB,
  ],
};

/** Texts generated from the document: code, its specification, and its JSON. */
export function CodeMode() {
  const { row, def, docId, say } = useWorkspace();
  const tabs = TABS[row.kind] ?? [RISPEC_TAB, JSON_TAB];
  const [id, setId] = useState(tabs[0]?.id);
  const tab = tabs.find((one) => one.id === id) ?? JSON_TAB;
  const [text, setText] = useState<string>();
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    let isOver = false;
    const timer = setTimeout(() => {
      tab.text(def, docId).then(
        (made) => {
          if (isOver) return;
          setText(made);
          setTrouble("");
        },
        (error) => isOver || setTrouble(reasonOf(error)),
      );
    }, text === undefined ? 0 : 300);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [tab, def, docId]);
  const copy = () => {
    navigator.clipboard.writeText(text ?? "").then(
      () => say("Copied."),
      () => say("The browser did not allow it."),
    );
  };
  return (
    <section class="mode code-mode" aria-label="Code">
      <div class="mode-head">
        <div class="chips" role="tablist" aria-label="Texts">
          {tabs.map((one) => (
            <button
              key={one.id}
              type="button"
              role="tab"
              aria-selected={one === tab}
              onClick={() => {
                if (one === tab) return;
                setText(undefined);
                setId(one.id);
              }}
            >
              {one.title}
            </button>
          ))}
        </div>
        <button type="button" class="ghost" onClick={copy} disabled={text === undefined}>
          <Icon name="copy" /> Copy
        </button>
      </div>
      {trouble === "" ? null : <p class="complaint" role="alert">{trouble}</p>}
      <pre
        class="code"
        role="region"
        tabIndex={0}
        aria-label={`${tab.title} of the document`}
      >{text ?? ""}</pre>
    </section>
  );
}

async function exported(definition: object, format: string): Promise<string> {
  return await (await writtenAs(definition, format)).text();
}

async function asked(address: string, body: object, member: string): Promise<string> {
  const answer: Readonly<Record<string, unknown>> = await (await askServer(address, body)).json();
  return String(answer[member] ?? "");
}
