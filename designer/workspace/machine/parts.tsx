import type { State } from "@loom/protocol";
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { KindParts, RunProps } from "../board_props.ts";
import { DataParts } from "./data_parts.tsx";
import { EventParts } from "./event_parts.tsx";
import { MachineParts } from "./machine_parts.tsx";
import { StateParts } from "./state_parts.tsx";
import { TransitionParts } from "./transition_parts.tsx";

/** The properties that only machines have. */
export const PARTS: KindParts = {
  element: { state: StateParts, transition: TransitionParts, event: EventParts, data: DataParts },
  formless: new Set(["transition", "data"]),
  idle(type, { kind, states, parallel }: Partial<State>) {
    if (type !== "state") return [];
    return [
      ...kind === "history" ? [] : ["history"],
      ...kind === "final" ? [] : ["output"],
      ...states || parallel ? [] : ["initial"],
    ];
  },
  Document: MachineParts,
  Run,
};

/** The panel that runs the machine, loaded when it is opened first: it brings the engine with it. */
function Run(props: RunProps) {
  const [Mode, setMode] = useState<ComponentType<RunProps>>();
  useEffect(() => void import("./run_mode.tsx").then(({ RunMode }) => setMode(() => RunMode)), []);
  return Mode ? <Mode {...props} /> : null;
}
