import { collectEventIds, type Point, type Size, type StateMachineDefinition } from "@loom/protocol";
import type { VNode } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { report, returnFocus, take } from "../board.ts";
import { placeInside } from "../menu.tsx";
import { type MachineBoard, transitionKey } from "./board.ts";
import { guardCompletions, guardNames } from "./guard_names.ts";
import { useOwnId } from "../use_pane.ts";

/** The form of a transition over the board: its target, its event and its guard. */
export function TransitionForm(
  { board, size }: { readonly board: MachineBoard; readonly size: Size },
): VNode | null {
  const { form } = board.state;
  if (!form) return null;
  const key = "id" in form.about ? form.about.id : `${form.about.from}>${form.to ?? ""}`;
  return <Form key={key} board={board} size={size} />;
}

function Form({ board, size }: { readonly board: MachineBoard; readonly size: Size }): VNode | null {
  const { form } = board.state;
  const { scene, props } = board;
  const id = form && "id" in form.about ? form.about.id : undefined;
  const edge = id === undefined ? undefined : scene.edgeById.get(id);
  const from = form && "from" in form.about ? form.about.from : edge?.from ?? "";
  const [to, setTo] = useState(form?.to ?? "");
  const [event, setEvent] = useState(edge?.event ?? "");
  const [guard, setGuard] = useState(edge?.guard ?? "");
  const [refusal, setRefusal] = useState<string | undefined>();
  const panel = useRef<HTMLDivElement>(null);
  const at = usePlace(panel, form?.at, size);
  const events = useMemo(() => triggersOf(props.definition), [props.definition]);
  const states = useMemo(
    () => scene.drawing.states.filter(({ slot }) => slot !== "root").map(({ name }) => name),
    [scene],
  );
  useLayoutEffect(() => {
    panel.current?.querySelector<HTMLInputElement>(form?.to === undefined ? "input" : "input[data-first]")
      ?.focus({
        preventScroll: true,
      });
  }, []);
  if (!form) return null;
  const close = () => {
    board.set({ form: undefined });
    board.props.onCancelDraw?.();
    returnFocus(board);
  };
  const commit = (chosen: string) => {
    const problem = enter(board, form.about, { to, event: chosen.trim(), guard: guard.trim() });
    if (problem !== undefined) return setRefusal(problem);
    const name = board.scene.byKey.get(from)?.name ?? from;
    board.set({ form: undefined });
    const when = chosen === "" ? "at once" : `on ${chosen}`;
    report(board, `Transition from ${name} ${when}${to === "" ? "" : ` to ${to}`}.`);
    if (id !== undefined) take(board, [transitionKey(id)]);
    returnFocus(board);
  };
  const name = scene.byKey.get(from)?.name ?? from;
  return (
    <div
      ref={panel}
      class="slc-picker"
      data-canvas-chrome=""
      data-canvas-scrolls=""
      role="dialog"
      aria-label={id === undefined ? `Transition from ${name}` : `Transition of ${name}`}
      style={{ left: `${at.x}px`, top: `${at.y}px` }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Escape") close();
      }}
    >
      <form
        class="slc-picker-form"
        onSubmit={(submitted) => {
          submitted.preventDefault();
          commit(event);
        }}
      >
        <p class="slc-picker-title">
          {name}{" "}
          <span class="slc-picker-sub">
            → {form.to === undefined ? "…" : scene.byKey.get(form.to)?.name ?? form.to}
          </span>
        </p>
        {id === undefined && form.to !== undefined ? null : (
          <Combo
            label="Target"
            value={to}
            choices={states}
            onInput={setTo}
            onChoose={setTo}
            placeholder="Stays inside"
          />
        )}
        <Combo
          label="Event"
          value={event}
          choices={events}
          isFirst={form.to !== undefined}
          onInput={setEvent}
          onChoose={(chosen) => {
            setEvent(chosen);
            if (id === undefined && form.to !== undefined) commit(chosen);
          }}
          placeholder={events.length === 0
            ? "Name of the event, or after 5s"
            : "Event, a new one, or after 5s"}
          isOpen={id === undefined && form.to !== undefined}
        />
        <Combo
          label="Guard"
          value={guard}
          choices={guardCompletions(guard, guardNames(props.definition, event.trim()))}
          onInput={setGuard}
          onChoose={setGuard}
          placeholder="stock > 0"
        />
        {refusal === undefined ? null : <p class="slc-refusal" role="alert">{refusal}</p>}
        <div class="slc-picker-row">
          <button type="button" class="slc-btn slc-picker-cancel" onClick={close}>Cancel</button>
          <button type="submit" class="slc-btn slc-btn--primary">{id === undefined ? "Add" : "Save"}</button>
        </div>
      </form>
    </div>
  );
}

function enter(
  { props, scene }: MachineBoard,
  about: { readonly from: string } | { readonly id: string },
  entered: { readonly to: string; readonly event: string; readonly guard: string },
): string | undefined {
  if (entered.to === "" && entered.event === "") {
    return "Choose a target, or the event that it stays inside on.";
  }
  if (props.onEnterTransition) return props.onEnterTransition(about, entered);
  const from = "from" in about ? about.from : scene.edgeById.get(about.id)?.from;
  if (from !== undefined) props.onCreateTransition?.(from, entered.to, entered.event);
  return undefined;
}

/** The place of a panel beside a point: inside of the pane, whatever its size. */
function usePlace(panel: { readonly current: HTMLElement | null }, at: Point | undefined, size: Size): Point {
  const [place, setPlace] = useState<Point>({ x: at?.x ?? 0, y: at?.y ?? 0 });
  useLayoutEffect(() => {
    const { current } = panel;
    if (current && at) {
      setPlace(placeInside(at, { width: current.offsetWidth, height: current.offsetHeight }, size));
    }
  }, [at, size]);
  return place;
}

/** The words that transitions wait for: events, then timers. */
function triggersOf(definition: StateMachineDefinition): string[] {
  const events = Array.isArray(definition.events) ? definition.events : [];
  const timers = events.flatMap((source) => Array.isArray(source?.timers) ? source.timers : [])
    .flatMap((timer) => typeof timer?.id === "string" ? [timer.id] : []);
  return [...new Set([...collectEventIds(definition), ...timers])];
}

interface ComboProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly string[];
  readonly onInput: (text: string) => void;
  readonly onChoose: (choice: string) => void;
  readonly placeholder?: string;
  /** The field that a new panel puts the cursor in. */
  readonly isFirst?: boolean;
  /** True when the list is open at first. */
  readonly isOpen?: boolean;
}

/** The most choices that are listed; typing narrows them. */
const MOST = 60;

/** A field with a list of what it may be; other texts are allowed. */
function Combo(props: ComboProps): VNode {
  const { label, value, choices, onInput, onChoose, placeholder, isFirst = false } = props;
  const id = useOwnId();
  const [isOpen, setOpen] = useState(props.isOpen ?? false);
  const [at, setAt] = useState(-1);
  const [isTyped, setTyped] = useState(false);
  const wanted = isTyped ? value.trim().toLowerCase() : "";
  const shown = choices.filter((choice) => choice.toLowerCase().includes(wanted)).slice(0, MOST);
  const choose = (choice: string) => {
    setOpen(false);
    onChoose(choice);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setOpen(true);
      const step = event.key === "ArrowDown" ? 1 : -1;
      setAt((now) => Math.max(-1, Math.min(shown.length - 1, (isOpen ? now : -1) + step)));
    } else if (event.key === "Enter" && isOpen && shown[at] !== undefined) {
      event.preventDefault();
      choose(shown[at]);
    } else if (event.key === "Escape" && isOpen && !props.isOpen) {
      event.stopPropagation();
      setOpen(false);
    }
  };
  const isShown = isOpen && shown.length > 0;
  return (
    <div class="slc-field">
      <label class="slc-field-label" for={`${id}f`}>{label}</label>
      <input
        id={`${id}f`}
        class="slc-input"
        role="combobox"
        aria-expanded={isShown}
        aria-controls={`${id}l`}
        aria-autocomplete="list"
        aria-activedescendant={isShown && shown[at] !== undefined ? `${id}${at}` : undefined}
        data-first={isFirst ? "" : undefined}
        value={value}
        placeholder={placeholder}
        spellcheck={false}
        autocomplete="off"
        onInput={({ currentTarget }) => {
          setTyped(true);
          setOpen(true);
          setAt(-1);
          onInput(currentTarget.value);
        }}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
        onBlur={() => props.isOpen || setOpen(false)}
      />
      <ul id={`${id}l`} class="slc-choices" role="listbox" aria-label={label} hidden={!isShown}>
        {shown.map((choice, index) => (
          <li
            key={choice}
            id={`${id}${index}`}
            class="slc-picker-item"
            role="option"
            aria-selected={index === at}
            // Before the field loses the focus and closes the list.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(choice)}
          >
            {choice}
          </li>
        ))}
      </ul>
    </div>
  );
}
