/**
 * The page of `react_page.ts` in Preact, over `@loom/designer/session`.
 *
 * @module
 */
import { fitToBoxes, useLoomBridge } from "@loom/designer/session";
import { render } from "preact";
import { useState } from "preact/hooks";

const query = new URLSearchParams(location.search);
const options = {
  url: query.get("hub") ?? "",
  docId: query.get("doc") ?? "",
  role: "web",
  name: query.get("name") ?? "",
  socket: { reconnectionDelay: 20, reconnectionDelayMax: 200 },
} as const;

let count = 0;

interface Named {
  readonly name: string;
}

function Door() {
  const bridge = useLoomBridge(options);
  const def = bridge.def as { readonly state?: { readonly states?: readonly Named[] } } | null;
  const add = (name: string) => bridge.emitPatch([{ op: "state.add", parent: null, state: { name } }]);
  return (
    <main data-status={bridge.status} data-sync={bridge.sync}>
      <p id="states">{(def?.state?.states ?? []).map(({ name }) => name).join(",")}</p>
      <p id="people">{bridge.presence.map(({ name }) => name ?? "").toSorted().join(",")}</p>
      <p id="active">{bridge.activeStates.join(",")}</p>
      <button type="button" onClick={() => add(`${options.name}${++count}`)}>Add</button>
      <button type="button" onClick={() => bridge.undo()} disabled={!bridge.canUndo}>Undo</button>
      <button type="button" onClick={() => bridge.enter("Open")}>Enter</button>
      <button type="button" onClick={bridge.disconnect}>Leave</button>
      <button type="button" onClick={() => void bridge.connect()}>Return</button>
      <p id="fit">{fitToBoxes([{ x: 0, y: 0, width: 10, height: 10 }], 200, 200).scale}</p>
    </main>
  );
}

function Page() {
  const [isShown, setShown] = useState(true);
  return (
    <div>
      <button type="button" onClick={() => setShown(!isShown)}>Toggle</button>
      {isShown ? <Door /> : null}
    </div>
  );
}

const root = document.querySelector("#root");
if (root !== null) render(<Page />, root);
