/**
 * A page of React over `@loom/designer/react`, for `loom_bridge_hook_test.ts`.
 *
 * @module
 */
import { fitToBoxes, useLoomBridge } from "@loom/designer/react";
// @ts-types="@types/react"
import { createElement as h, type ReactNode, StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";

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

function Door(): ReactNode {
  const bridge = useLoomBridge(options);
  const def = bridge.def as { readonly state?: { readonly states?: readonly Named[] } } | null;
  const add = (name: string) => bridge.emitPatch([{ op: "state.add", parent: null, state: { name } }]);
  return h(
    "main",
    { "data-status": bridge.status, "data-sync": bridge.sync },
    h("p", { id: "states" }, (def?.state?.states ?? []).map(({ name }) => name).join(",")),
    h("p", { id: "people" }, bridge.presence.map(({ name }) => name ?? "").toSorted().join(",")),
    h("p", { id: "active" }, bridge.activeStates.join(",")),
    h("button", { onClick: () => add(`${options.name}${++count}`) }, "Add"),
    h("button", { onClick: () => bridge.undo(), disabled: !bridge.canUndo }, "Undo"),
    h("button", { onClick: () => bridge.enter("Open") }, "Enter"),
    h("button", { onClick: bridge.disconnect }, "Leave"),
    h("button", { onClick: () => void bridge.connect() }, "Return"),
    h("p", { id: "fit" }, fitToBoxes([{ x: 0, y: 0, width: 10, height: 10 }], 200, 200).scale),
  );
}

function Page(): ReactNode {
  const [isShown, setShown] = useState(true);
  return h(
    "div",
    null,
    h("button", { onClick: () => setShown(!isShown) }, "Toggle"),
    isShown ? h(Door) : null,
  );
}

const root = document.querySelector("#root");
if (root !== null) createRoot(root).render(h(StrictMode, null, h(Page)));
