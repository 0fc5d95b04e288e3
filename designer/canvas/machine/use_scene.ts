import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { StateMachineCanvasProps } from "./props.ts";
import {
  type ArrangeMachine,
  type ArrangementWish,
  countStates,
  type FullArrangement,
  type Scene,
  sceneFrom,
  sceneOf,
} from "./scene.ts";

const NO_NAMES: readonly string[] = [];
const NO_BOX = { x: 0, y: 0, width: 0, height: 0 };

/** The scene until the first arrangement of a machine is there. */
const WAITING = sceneFrom({ name: "", ...NO_BOX, states: [], edges: [], initials: [] }, NO_NAMES);

/** Boards of more states than the first begin with straight lines, so that they are there at once; larger ones than the second keep them. */
const LINES = { quick: 300, straight: 1_500 } as const;

/** A scene of a machine, and what its board frames. */
interface ShownScene {
  readonly scene: Scene;
  readonly fitKey: string | number | undefined;
  /** True until there is anything to show. */
  readonly isWaiting: boolean;
}

/** A full arrangement that came, or not, for a definition. */
interface Answer {
  readonly definition: object;
  readonly full: FullArrangement | undefined;
}

/**
 * The scene of a canvas. While the machine changes, what was shown stays where it was, and single states find a place at once. Where
 * several have none, `arrange` is asked; until it answers, the canvas shows what it did. Without an answer they get their places one by one.
 */
export function useScene(
  props: StateMachineCanvasProps,
  arrange: ArrangeMachine,
): ShownScene {
  const { definition, positions, drawn: first, layoutKey, direction, space } = props;
  const { path = NO_NAMES, collapsed = NO_NAMES } = props;
  const last = useRef<Scene | undefined>(undefined);
  const arranged = useRef(layoutKey);
  const wish = useRef<ArrangementWish | undefined>(undefined);
  const answer = useRef<Answer | undefined>(undefined);
  /** The key of the frame of an arrangement that was refused: what is shown is not framed again. */
  const refused = useRef<string | number>(undefined);
  const [answers, setAnswers] = useState(0);
  const [level, closed] = [path.join("/"), collapsed.join("/")];
  const count = useMemo(() => countStates(definition), [definition]);
  const [isRefined, setRefined] = useState(first !== undefined);
  useEffect(() => {
    if (isRefined || count <= LINES.quick || count > LINES.straight) return;
    // After the first picture.
    const timer = setTimeout(() => setRefined(true), 120);
    return () => clearTimeout(timer);
  }, [count, isRefined]);
  const lines = count > LINES.straight || (count > LINES.quick && !isRefined) ? "straight" : "around";
  const drawn = useRef(lines);
  const scene = useMemo(() => {
    const { current: answered } = answer;
    const isRefused = answered?.definition === definition && answered.full === undefined;
    if (isRefused && arranged.current !== layoutKey) refused.current = props.fitKey;
    const before = arranged.current === layoutKey || isRefused ? last.current : undefined;
    const kept = before && drawn.current !== lines
      ? { ...before, drawing: { ...before.drawing, edges: [] } }
      : before;
    const drawnFirst = last.current === undefined ? first : undefined;
    const full = answered?.full;
    const made = sceneOf(
      { definition, positions, drawn: drawnFirst, full, path, collapsed, direction, space, routing: lines },
      kept,
    );
    wish.current = answered?.definition === definition ? undefined : made.wish;
    if (wish.current) return last.current;
    answer.current = undefined;
    arranged.current = layoutKey;
    drawn.current = lines;
    last.current = made.scene;
    return made.scene;
  }, [definition, positions, layoutKey, level, closed, lines, answers]);
  const { current: asked } = wish;
  useEffect(() => {
    if (asked === undefined) return;
    let isOver = false;
    const take = (full: FullArrangement | undefined) => {
      if (isOver) return;
      answer.current = { definition, full };
      setAnswers((count) => count + 1);
    };
    arrange(asked).then(take, () => take(undefined));
    return () => void (isOver = true);
  }, [asked]);
  const fitKey = useRef(props.fitKey);
  if (asked === undefined && props.fitKey !== refused.current) fitKey.current = props.fitKey;
  return { scene: scene ?? WAITING, fitKey: fitKey.current, isWaiting: scene === undefined };
}
