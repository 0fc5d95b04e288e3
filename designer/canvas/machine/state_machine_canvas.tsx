import { drawMachine } from "@loom/protocol";
import type { WithHandle } from "../board.ts";
import type { CanvasContent } from "../pane.tsx";
import { MachineCanvas } from "./machine_canvas.tsx";
import type { StateMachineCanvasProps } from "./props.ts";
import type { ArrangeMachine } from "./scene.ts";

/** A machine that is shown and edited: the host owns the definition, the positions, the viewport and the selection. */
export function StateMachineCanvas(props: WithHandle<StateMachineCanvasProps>): CanvasContent {
  return <MachineCanvas {...props} arrange={arrangeHere} />;
}

/** Arranges a machine with the layered layout, which the host's scripts then have: pages leave that to their server. */
export const arrangeHere: ArrangeMachine = ({ shown, ...options }) =>
  new Promise((resolve) => {
    const { states, edges } = drawMachine(shown, options);
    resolve({
      positions: Object.fromEntries(states.map(({ key, box }) => [key, box])),
      lines: edges.map(({ from, to, points, label }) => ({
        from,
        to,
        points,
        ...(label ? { label: label.box } : {}),
      })),
    });
  });
