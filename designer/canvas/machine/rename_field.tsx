import { worldToScreen } from "@loom/protocol";
import type { VNode } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Board } from "./board.ts";
import { beginTransition, returnFocus } from "./board.ts";
import { useLatest } from "../use_pane.ts";

/** The name of a state as a field in its place. */
export function RenameField({ board }: { readonly board: Board }): VNode | null {
  const { rename } = board.state;
  const state = rename === undefined ? undefined : board.scene.byKey.get(rename);
  if (!state) return null;
  return <Field key={state.key} board={board} name={state.name} id={state.key} />;
}

function Field(
  { board, name, id }: { readonly board: Board; readonly name: string; readonly id: string },
): VNode | null {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(name);
  const [refusal, setRefusal] = useState<string | undefined>();
  const isOver = useRef(false);
  const box = board.scene.byKey.get(id)?.box;
  // Before the next key can come: people type at once.
  useLayoutEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.select();
    if (box) board.tools?.reveal(box);
  }, []);
  const finish = (isWanted: boolean) => {
    if (isOver.current) return;
    const to = text.trim();
    const problem = isWanted && to !== name ? board.props.onRenameState?.(id, to) : undefined;
    if (problem !== undefined) return setRefusal(problem);
    isOver.current = true;
    const next = isWanted && to !== "" ? to : name;
    const { source } = board.state;
    const states = board.state.hand.states.has(id) ? new Set([next]) : board.state.hand.states;
    board.set({ rename: undefined, source: undefined, hand: { states, transition: undefined } });
    board.props.onSelect?.("state", next);
    if (source !== undefined) beginTransition(board, source, next);
    else returnFocus(board);
  };
  const latest = useLatest(finish);
  useEffect(() => () => latest.current(true), []);
  if (!box) return null;
  const { x, y, scale } = { ...worldToScreen(board.props.viewport, box), scale: board.props.viewport.scale };
  const isHead = board.scene.byKey.get(id)?.isContainer === true;
  const width = Math.max(120, box.width * scale);
  return (
    <div
      class="slc-rename"
      data-canvas-chrome=""
      style={{
        left: `${x + (box.width * scale - width) / 2}px`,
        top: `${y + (isHead ? 3 : box.height / 2 * scale - 16)}px`,
        width: `${width}px`,
      }}
    >
      <input
        ref={field}
        class="slc-rename-field"
        aria-label={`Name of ${name}`}
        aria-invalid={refusal === undefined ? undefined : true}
        aria-describedby={refusal === undefined ? undefined : "slc-rename-refusal"}
        value={text}
        spellcheck={false}
        autocomplete="off"
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setRefusal(undefined);
        }}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === "Enter" || event.key === "Tab") {
            event.preventDefault();
            finish(true);
          } else if (event.key === "Escape") {
            isOver.current = true;
            board.set({ rename: undefined, source: undefined });
            returnFocus(board);
          }
        }}
        onBlur={() => finish(true)}
      />
      {refusal === undefined
        ? null
        : <p id="slc-rename-refusal" class="slc-refusal" role="alert">{refusal}</p>}
    </div>
  );
}
