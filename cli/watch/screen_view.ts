import type { Terminal } from "../io.ts";
import type { Paint } from "../paint.ts";
import { drawingOf, type Frame, frameOf, type WatchFormat } from "./frame.ts";
import { actionsOf, scrolled } from "./keys.ts";
import { afterEvent, type LiveState, unknownState } from "./live_state.ts";
import type { WatchView } from "./line_view.ts";
import type { LiveEvent } from "./live_event.ts";
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
  ended.promise.catch(() => {}); // Whoever waits for it later gets the error.
  const screen = new Screen(terminal, write, options);
  let isOpen = true;
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
    orEnd(() => screen.draw());
  };
  const drawSoon = () => {
    if (isOpen) timer ??= setTimeout(draw, screen.pause);
  };
  const giveBack = terminal.takeOver({
    enter: ENTER,
    leave: LEAVE,
    onResize: drawSoon,
    onKeys: (keys) => {
      if (screen.press(keys)) ended.resolve();
      drawSoon();
    },
  });
  draw();
  return {
    tell: (event) =>
      orEnd(() => {
        screen.take(event);
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

/** The document on the screen. */
class Screen {
  /** The time until the next frame, in milliseconds. */
  pause = FRAME_TIME;
  readonly #terminal: Terminal;
  readonly #write: (text: string) => void;
  readonly #options: ScreenViewOptions;
  #state: LiveState;
  #frame: Frame | undefined;
  #shown: Shown | undefined;
  #top = 0;

  constructor(terminal: Terminal, write: (text: string) => void, options: ScreenViewOptions) {
    this.#terminal = terminal;
    this.#write = write;
    this.#options = options;
    this.#state = unknownState(options.url, options.kinds);
  }

  take(event: LiveEvent): void {
    this.#state = afterEvent(this.#state, event);
  }

  draw(): void {
    const begun = performance.now();
    const size = this.#terminal.size();
    const drawing = drawingOf(this.#state, { ...this.#options, ...size });
    const shown = nextShown(this.#shown, this.#state, drawing, size.columns);
    const place = { top: this.#top, before: shown.before };
    const frame = frameOf(this.#state, shown.drawing, { ...this.#options, ...size, ...place });
    [this.#shown, this.#frame, this.#top] = [shown, frame, frame.top];
    this.#write(BEGIN_FRAME + frame.lines.map((line) => CLEAR_LINE + line).join("\r\n") + END_FRAME);
    this.pause = Math.max(FRAME_TIME, performance.now() - begun);
  }

  /** Scrolls by keys; true when one of them ends the view. */
  press(keys: Parameters<typeof actionsOf>[0]): boolean {
    const actions = actionsOf(keys);
    for (const action of actions) {
      if (action === "quit" || !this.#frame || !this.#shown) continue;
      this.#top = scrolled(this.#top, action, { room: this.#frame.room, all: this.#shown.drawing.length });
    }
    return actions.includes("quit");
  }
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
