import { allMessages, type SequenceDefinition } from "@loom/protocol";
import { type Step, stepsOf } from "@loom/protocol/drawing";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { CanvasCommand } from "../command.ts";
import type { CanvasContent } from "../pane.tsx";
import {
  addingMessage,
  changingMessage,
  type MessagePlace,
  messageText,
  placeOfRef,
} from "./message_text.ts";

/** Props of {@linkcode SequenceLines}. */
export interface SequenceLinesProps {
  /** The scenario. */
  readonly definition: SequenceDefinition;
  /** The address of the message in hand. */
  readonly picked?: string | undefined;
  /** True to show only. */
  readonly readOnly?: boolean | undefined;
  /** Called when a line gets the cursor. */
  readonly onPick: (ref: string) => void;
  /** Called to make an edit. Returns the reason why it cannot be. */
  readonly onCommand: (commands: readonly CanvasCommand[]) => string | undefined;
}

/** A line of the list: a message, the heading of a fragment, or a message that is being written. */
interface Line {
  readonly key: string;
  readonly depth: number;
  readonly ref?: string;
  readonly heading?: string;
}

/** The messages of a scenario as lines of text, one a message: Enter takes a line and begins the next one. */
export function SequenceLines(props: SequenceLinesProps): CanvasContent {
  const { definition, picked, onPick } = props;
  const lines = useMemo(() => linesOf(stepsOf(definition), 0), [definition]);
  const values = useMemo(() => new Map(allMessages(definition).map(({ ref, value }) => [ref, value ?? {}])), [
    definition,
  ]);
  const [draft, setDraft] = useState<MessagePlace | undefined>();
  const list = useRef<HTMLDivElement>(null);
  const focusOn = (ref: string | undefined) => {
    if (ref !== undefined) {
      list.current?.querySelector<HTMLElement>(`[data-ref="${CSS.escape(ref)}"]`)?.focus();
    }
  };
  useEffect(() => {
    // Without taking the cursor: the line of what is in hand on the board is brought into sight.
    if (picked !== undefined) {
      list.current?.querySelector(`[data-ref="${CSS.escape(picked)}"]`)?.scrollIntoView({ block: "nearest" });
    }
  }, [picked]);
  const refs = lines.flatMap(({ ref }) => ref ?? []);
  const last = refs.findLast((ref) => !ref.includes("."));
  const draftAfter = draft && (draft.at === 1 ? undefined : refOf({ ...draft, at: draft.at - 1 }));
  const draftLine = draft === undefined ? null : (
    <LineField
      key={`draft ${refOf(draft)}`}
      {...props}
      id="new"
      text=""
      depth={(draft.fragment?.split(".").length ?? 0) * 12}
      isNew
      take={(text) => {
        const commands = addingMessage(definition, text, draft);
        const refusal = typeof commands === "string" ? commands : props.onCommand(commands);
        if (refusal === undefined) setDraft({ ...draft, at: draft.at + 1 });
        return refusal;
      }}
      // The line that was taken is left, too, when the next one has begun.
      onLeave={() => setDraft((now) => now === draft ? undefined : now)}
      onStep={() => {}}
    />
  );
  return (
    <div class="slc-lines" role="group" aria-label="Messages as text" ref={list}>
      {lines.length === 0 || (draft && draftAfter === undefined && draft.fragment === undefined)
        ? draftLine
        : null}
      {lines.map((line) =>
        line.ref === undefined
          ? (
            <p key={line.key} class="slc-line-heading" style={{ paddingInlineStart: `${line.depth * 12}px` }}>
              {line.heading}
            </p>
          )
          : (
            <>
              <LineField
                key={line.key}
                {...props}
                id={line.ref}
                text={messageText(values.get(line.ref) ?? {})}
                depth={line.depth * 12}
                take={(text) => {
                  const commands = changingMessage(
                    definition,
                    line.ref ?? "",
                    values.get(line.ref ?? "") ?? {},
                    text,
                  );
                  if (typeof commands === "string") return commands;
                  return commands.length === 0 ? undefined : props.onCommand(commands);
                }}
                onEnter={() => {
                  const place = placeOfRef(line.ref ?? "");
                  setDraft({ ...place, at: place.at + 1 });
                }}
                onStep={(by) => focusOn(refs[refs.indexOf(line.ref ?? "") + by])}
                onFocus={() => line.ref === picked || onPick(line.ref ?? "")}
              />
              {draft && draftAfter === line.ref ? draftLine : null}
            </>
          )
      )}
      {props.readOnly ? null : (
        <button
          type="button"
          class="slc-lines-add"
          onClick={() => setDraft({ fragment: undefined, at: last === undefined ? 1 : Number(last) + 1 })}
        >
          Add a message
        </button>
      )}
    </div>
  );
}

function refOf({ fragment, at }: MessagePlace): string {
  return fragment === undefined ? String(at) : `${fragment}.${at}`;
}

function linesOf(steps: readonly Step[], depth: number): Line[] {
  return steps.flatMap((step): Line[] => {
    if (step.is === "message") return [{ key: step.message.ref, ref: step.message.ref, depth }];
    return step.operands.flatMap(({ fragment, label, steps: own }, index) => [
      {
        key: `heading ${fragment?.ref ?? `${index}`} ${own[0]?.is === "message" ? own[0].message.ref : ""}`,
        heading: `${index === 0 ? step.kind : "or"} ${label === "" ? "" : `[${label}]`}`,
        depth,
      },
      ...linesOf(own, depth + 1),
    ]);
  });
}

interface LineFieldProps extends SequenceLinesProps {
  readonly id: string;
  readonly text: string;
  readonly depth: number;
  readonly isNew?: boolean;
  /** Makes the edit; a sentence that comes back says why that cannot be. */
  readonly take: (text: string) => string | undefined;
  readonly onEnter?: () => void;
  readonly onLeave?: () => void;
  readonly onFocus?: () => void;
  readonly onStep: (by: number) => void;
}

function LineField(props: LineFieldProps): CanvasContent {
  const { id, text, depth, isNew = false, picked, readOnly, take, onEnter, onLeave, onFocus, onStep } = props;
  const [typed, show] = useState<string | undefined>();
  const [trouble, setTrouble] = useState("");
  const field = useRef<HTMLInputElement>(null);
  // A field that is taken away is left before it is drawn again: what it then knows must be known at once.
  const written = useRef<string | undefined>(undefined);
  const setTyped = (text: string | undefined) => {
    written.current = text;
    show(text);
  };
  // At once: the next key already belongs to it.
  useLayoutEffect(() => {
    if (isNew) field.current?.focus();
  }, []);
  const finish = (): boolean => {
    const { current: line = "" } = written;
    setTyped(undefined);
    if (line.trim() === "") return !isNew;
    const refusal = take(line);
    setTrouble(refusal ?? "");
    if (refusal !== undefined) setTyped(line);
    return refusal === undefined;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    const up = event.key === "ArrowUp";
    if (event.key === "Enter") {
      event.preventDefault();
      if (isNew && (typed ?? "").trim() === "") onLeave?.();
      else if (finish()) onEnter?.();
    } else if (event.altKey && (up || event.key === "ArrowDown") && !isNew) {
      event.preventDefault();
      props.onCommand([{ id: "message.move", values: { ref: id, to: placeOfRef(id).at + (up ? -1 : 1) } }]);
    } else if (up || event.key === "ArrowDown") {
      event.preventDefault();
      if (finish()) onStep(up ? -1 : 1);
    } else if (event.key === "Escape") {
      setTyped(undefined);
      setTrouble("");
      if (isNew) onLeave?.();
    } else if ((event.key === "Delete" || event.key === "Backspace") && event.ctrlKey && !isNew) {
      event.preventDefault();
      setTrouble(props.onCommand([{ id: "message.remove", values: { ref: id } }]) ?? "");
    }
  };
  return (
    <>
      <div
        class="slc-line"
        data-picked={picked === id ? "" : undefined}
        style={{ paddingInlineStart: `${depth}px` }}
      >
        <span class="slc-line-ref" aria-hidden="true">{isNew ? "" : id}</span>
        <input
          ref={field}
          class="slc-line-field"
          data-ref={id}
          aria-label={isNew ? "New message" : `Message ${id}`}
          aria-invalid={trouble === "" ? undefined : "true"}
          placeholder={isNew ? "A -> B: event" : undefined}
          readOnly={readOnly}
          spellcheck={false}
          autocomplete="off"
          value={typed ?? text}
          onInput={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setTrouble("");
          }}
          onFocus={onFocus}
          onKeyDown={onKeyDown}
          onBlur={() => {
            if (finish() || isNew) onLeave?.();
          }}
        />
      </div>
      {trouble === "" ? null : <p class="slc-line-trouble" role="alert">{trouble}</p>}
    </>
  );
}
