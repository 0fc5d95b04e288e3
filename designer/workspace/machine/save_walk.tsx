import { askServer, reasonOf } from "../ask_server.ts";
import { useState } from "preact/hooks";
import { useWorkspace } from "../context.ts";
import { fileOf } from "../document_list.tsx";
import { Icon } from "../icon.tsx";
import { Menu } from "../menu.tsx";
import { nameOfWalk, testOf, type Walk } from "./walk.ts";

/** Saves a walk as a test beside the machine: it expects the states that were seen. */
export function SaveWalk({ walk }: { readonly walk: Walk }) {
  const { docId, say } = useWorkspace();
  return (
    <Menu
      title="Save this walk as a test"
      label={
        <>
          <Icon name="download" /> Save as scenario
        </>
      }
    >
      {(close) => (
        <SaveForm
          walk={walk}
          onSaved={(path) => {
            close();
            say(`Saved the walk in ${fileOf(path)}.`);
          }}
          path={docId.replace(/(?:\.smdf)?\.json$/, ".test.json")}
          docId={docId}
        />
      )}
    </Menu>
  );
}

interface SaveFormProps {
  readonly walk: Walk;
  readonly docId: string;
  /** The file of tests. */
  readonly path: string;
  readonly onSaved: (path: string) => void;
}

function SaveForm({ walk, docId, path, onSaved }: SaveFormProps) {
  const [name, setName] = useState(nameOfWalk(walk));
  const [trouble, setTrouble] = useState("");
  const save = async (event: Event) => {
    event.preventDefault();
    try {
      await askServer(`/api/tests?doc=${encodeURIComponent(docId)}`, { test: testOf(walk, name) });
      onSaved(path);
    } catch (error) {
      setTrouble(reasonOf(error));
    }
  };
  return (
    <form class="fields" aria-label="Save as scenario" onSubmit={(event) => void save(event)}>
      <label class="field">
        <span>Name</span>
        <input
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
          autocomplete="off"
        />
      </label>
      <p class="quiet">In {fileOf(path)}, for “loom test”.</p>
      {trouble === "" ? null : <p class="complaint" role="alert">{trouble}</p>}
      <button type="submit" class="primary">Save</button>
    </form>
  );
}
