import { useRef, useState } from "preact/hooks";
import type { PaneTools } from "./pane.tsx";

/** A board as its handlers see it: always the newest of everything. */
export interface BoardOf<Props, Scene, State> {
  readonly props: Props;
  readonly scene: Scene;
  readonly state: State;
  /** Changes the state, and draws the board again. */
  readonly set: (change: Partial<State>) => void;
  /** Tells the scene that is drawn. */
  readonly show: (scene: Scene) => void;
  readonly tools: PaneTools | undefined;
}

/** The board of a canvas: one object for its whole life. */
export function useBoardOf<Props, Scene, State extends object>(
  props: Props,
  begin: { readonly scene: Scene; readonly state: State },
  tools: { readonly current: PaneTools | undefined },
): BoardOf<Props, Scene, State> {
  const [, redraw] = useState(0);
  const values = useRef({ props, ...begin });
  values.current.props = props;
  const board = useRef<BoardOf<Props, Scene, State> | undefined>(undefined);
  board.current ??= {
    get props() {
      return values.current.props;
    },
    get scene() {
      return values.current.scene;
    },
    get state() {
      return values.current.state;
    },
    get tools() {
      return tools.current;
    },
    set(change) {
      values.current.state = { ...values.current.state, ...change };
      redraw((count) => count + 1);
    },
    show(scene) {
      values.current.scene = scene;
    },
  };
  return board.current;
}
