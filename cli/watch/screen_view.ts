import type { Terminal } from "../io.ts";
import type { Paint } from "../paint.ts";
import { drawingOf, type Frame, frameOf, type WatchFormat } from "./frame.ts";
import { actionsOf, scrolled } from "./keys.ts";
import { afterEvent, type LiveState, unknownState } from "./live_state.ts";
import type { WatchView } from "./line_view.ts";
import type { KindTable } from "@loom/protocol";

/** Options of {@linkcode screenView}. */
export interface ScreenViewOptions {
  /** The kinds of documents. Default: those of the loom. */
  readonly kinds?: KindTable | undefined;
  /** The document, as it was asked for. */
  readonly doc: string;
  /** The address of the hub. */
  readonly url: string;
  readonly format: WatchFormat;
  readonly actions: boolean;
  readonly paint: Paint;
}

/** The alternate screen and no cursor (xterm's private modes), and all of it back. */
const ENTER = "\x1b[?1049h\x1b[?25l\x1b[2J";
const LEAVE = "\x1b[?2026l\x1b[0m\x1b[?25h\x1b[?1049l";
/** Around a frame, so that terminals which know the mode show it in one go. */
const BEGIN_FRAME = "\x1b[?2026h\x1b[H";
const END_FRAME = "\x1b[?2026l";
/** Written before each line: after one as wide as the screen it would erase the last character. */
const CLEAR_LINE = "\x1b[K";
/** The least time between two frames, in milliseconds; longer where drawing takes longer. */
const FRAME_TIME = 16;

/** Shows a document on the whole of a terminal, until the person has seen enough. */
export function screenView(
  terminal: Terminal,
  write: (text: string) => void,
  options: ScreenViewOptions,
): WatchView {
  const ended = Promise.withResolvers<void>();
  // Not an unhandled rejection: whoever waits for it later gets the error.
  ended.promise.catch(() => {});
  let state: LiveState = unknownState(options.url, options.kinds);
  let frame: Frame | undefined;
  let shown: Shown | undefined;
  let isOpen = true;
  let top = 0;
  let pause = FRAME_TIME;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** An error ends the view, so that the terminal is given back before the error is shown. */
  const orEnd = (work: () => void) => {
    try {
      work();
    } catch (error) {
      ended.reject(error);
    }
  };
  const draw = () => {
    timer = undefined;
    const begun = performance.now();
    const size = terminal.size();
    shown = nextShown(shown, state, drawingOf(state, { ...options, ...size }), size.columns);
    frame = frameOf(state, shown.drawing, { ...options, ...size, top, before: shown.before });
    top = frame.top;
    write(BEGIN_FRAME + frame.lines.map((line) => CLEAR_LINE + line).join("\r\n") + END_FRAME);
    pause = Math.max(FRAME_TIME, performance.now() - begun);
  };
  const drawSoon = () => {
    if (isOpen) timer ??= setTimeout(() => orEnd(draw), pause);
  };
  const giveBack = terminal.takeOver({
    enter: ENTER,
    leave: LEAVE,
    onResize: drawSoon,
    onKeys: (keys) => {
      for (const action of actionsOf(keys)) {
        if (action === "quit") ended.resolve();
        else if (frame && shown) top = scrolled(top, action, { room: frame.room, all: shown.drawing.length });
      }
      drawSoon();
    },
  });
  orEnd(draw);
  return {
    tell: (event) =>
      orEnd(() => {
        state = afterEvent(state, event);
        drawSoon();
      }),
    ended: ended.promise,
    close: () => {
      isOpen = false;
      clearTimeout(timer);
      giveBack();
    },
  };
}

/** The drawing on the screen, and the one before it. */
interface Shown {
  readonly drawing: readonly string[];
  readonly columns: number;
  readonly isOfDocument: boolean;
  /** The one before the last change; `undefined` when the two cannot be compared. */
  readonly before: readonly string[] | undefined;
}

function nextShown(
  last: Shown | undefined,
  state: LiveState,
  drawing: readonly string[],
  columns: number,
): Shown {
  const isOfDocument = state.definition !== null;
  const comparable = last?.isOfDocument === true && isOfDocument && last.columns === columns
    ? last
    : undefined;
  const isSame = comparable?.drawing.join("\n") === drawing.join("\n");
  return { drawing, columns, isOfDocument, before: isSame ? comparable?.before : comparable?.drawing };
}
