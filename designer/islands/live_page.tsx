import {
  arrangedMachine,
  type Arrangement,
  drawMachine,
  LoomError,
  partOfMachine,
  type PictureOverlay,
  type PictureStyle,
  pictureStyle,
  type PictureValues,
  renderDrawing,
  resolveMemberPath,
  type StateMachineDefinition,
} from "@loom/protocol";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { activeLeaves } from "../live/active_leaves.ts";
import { followBridge, type HeardStory, isSilent, POLL_MS } from "../live/follow_bridge.ts";
import { type FollowedMachine, followMachine, type ShownWish, UNHEARD } from "../live/follow_machine.ts";
import { pageConnection } from "../live/page_hub.ts";
import { StoryTeller } from "../live/told_story.ts";
import type { PageProps } from "./page_props.ts";
import { MovesPanel } from "./moves_panel.tsx";
import { StoryPanel } from "./story_panel.tsx";

/** The page of a machine: its picture with what is active, and beside it what happens. The server gives the picture as it has drawn it. */
export function LivePage(props: PageProps & { readonly drawn?: string }) {
  const { docId, hub, story: { base, name } = { base: undefined, name: "" } } = props;
  const [machine, setMachine] = useState<FollowedMachine>({ ...UNHEARD, definition: props.definition });
  const [story, setStory] = useState<HeardStory>({
    ...new StoryTeller().story,
    hearing: "opening",
    isKnown: false,
  });
  useEffect(() => {
    if (hub === undefined) return;
    const now = () => new Date().toISOString();
    return followMachine({ ...pageConnection(hub, docId), docId, now }, setMachine);
  }, [hub, docId]);
  useEffect(() => {
    if (base === undefined) return;
    return followBridge({ base, story: name }, {
      fetch: (url) => fetch(url, { signal: AbortSignal.timeout(POLL_MS) }),
      openStream: (url) => new EventSource(url),
      setTimer: (work, ms) => setTimeout(work, ms),
      clearTimer: (timer) => clearTimeout(timer as number),
    }, setStory);
  }, [base, name]);
  // Of several stories the hub tells one: what the panel tells goes first.
  const isTold = base !== undefined && story.isKnown && !isSilent(story.hearing);
  const active = isTold ? story.configuration : machine.isLive ? machine.active : [];
  return (
    <main class={props.story === undefined ? "page" : "page live"}>
      <Picture
        definition={machine.definition ?? props.definition}
        active={active}
        focus={focusOf(machine.wish, props)}
        wish={machine.wish}
        docId={docId}
        picture={props.picture}
        overlay={props.overlay}
        drawn={props.drawn}
        arrangement={machine.arrangement ?? props.arrangement}
      />
      {props.story === undefined
        ? null
        : base === undefined
        ? <MovesPanel machine={machine} hasHub={hub !== undefined} />
        : <StoryPanel story={story} />}
    </main>
  );
}

/** The element of this machine that is in hand; a wish for a member points at one in there. */
function focusOf(wish: ShownWish | undefined, { focus }: PageProps): string {
  if (wish === undefined) return focus;
  return wish.member === "" ? wish.focus : "";
}

interface WishProps {
  readonly wish: ShownWish;
  readonly docId: string;
}

/** A request to look at something. */
function Wish({ wish: { focus, member, note, by }, docId }: WishProps) {
  const who = by === "" ? "Someone" : by;
  const text = note === "" ? `${who} points at ${focus || member || "this machine"}.` : `${who}: ${note}`;
  const doc = resolveMemberPath(docId, member);
  const address = `/?${new URLSearchParams({ doc, ...(focus === "" ? {} : { focus }) })}`;
  return (
    <p class="wish">
      {text} {member === "" ? null : <a href={address}>Open {member}</a>}
    </p>
  );
}

interface PictureProps {
  readonly definition: StateMachineDefinition;
  readonly active: readonly string[];
  /** The element in hand. */
  readonly focus: string;
  /** A request to look at something. */
  readonly wish: ShownWish | undefined;
  readonly docId: string;
  /** Its options. */
  readonly picture: PictureValues;
  /** Its marks. */
  readonly overlay: PictureOverlay | undefined;
  readonly arrangement: Arrangement;
  /** The picture, where it is drawn. */
  readonly drawn: string | undefined;
}

/** The kind of element that a picture can point at. */
const STATE_FOCUS = "state:";

/** The part to draw; all of a machine that has not the states of the part any more. */
function partLeft(
  definition: StateMachineDefinition,
  part: PictureStyle["part"],
): PictureStyle["part"] {
  try {
    partOfMachine(definition, part ?? {});
    return part;
  } catch (error) {
    if (error instanceof LoomError) return undefined;
    throw error;
  }
}

/** The drawing of a machine, with its active states lit. */
function Picture(
  { definition, active, focus, wish, docId, picture, overlay, arrangement, drawn }: PictureProps,
) {
  const lit = active.join("\n");
  const drawing = useMemo(() => {
    if (drawn !== undefined) return undefined;
    const style = pictureStyle(picture);
    const part = partLeft(definition, style.part);
    const { shown, ...options } = arrangedMachine(definition, { ...style, part, arrangement });
    return drawMachine(shown, options);
  }, [definition, picture, arrangement, drawn]);
  const svg = useMemo(
    () =>
      drawing === undefined ? drawn ?? "" : renderDrawing(drawing, {
        theme: "auto",
        title: "",
        active: lit === "" ? [] : lit.split("\n"),
        overlay,
      }),
    [drawing, lit, overlay, drawn],
  );
  const leaves = activeLeaves(definition, active).join(", ");
  const leaf = active.at(-1);
  const board = useRef<HTMLElement>(null);
  useEffect(() => {
    if (leaf !== undefined && board.current) bringIntoView(board.current, leaf);
  }, [leaf]);
  const inHand = focus.startsWith(STATE_FOCUS) ? focus.slice(STATE_FOCUS.length) : undefined;
  useEffect(() => {
    const state = inHand === undefined || !board.current ? undefined : stateOn(board.current, inHand);
    if (!state || !board.current) return;
    state.classList.add("in-hand");
    bringIntoView(board.current, inHand ?? "");
    return () => state.classList.remove("in-hand");
  }, [inHand, svg, wish]);
  return (
    <section class="board" aria-label="Machine" ref={board} tabIndex={0}>
      <p class="visually-hidden" aria-live="polite">{leaves === "" ? "" : `Active: ${leaves}`}</p>
      <div class="wishes" role="status">{wish && <Wish wish={wish} docId={docId} />}</div>
      <div dangerouslySetInnerHTML={{ __html: svg }} />
    </section>
  );
}

/** Scrolls a board that has its own scroll bars to a state; where the whole page scrolls, it stays where its reader has it. */
function bringIntoView(board: HTMLElement, state: string): void {
  if (board.scrollHeight <= board.clientHeight && board.scrollWidth <= board.clientWidth) return;
  const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
  stateOn(board, state)?.scrollIntoView({ block: "center", behavior });
}

function stateOn(board: HTMLElement, state: string): Element | null {
  return board.querySelector(`[data-state="${CSS.escape(state)}"]`);
}
