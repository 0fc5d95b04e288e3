import { isObject, type Parameter } from "@loom/protocol";
import { reasonOf } from "../ask_server.ts";
import { useState } from "preact/hooks";
import { useWorkspace } from "../context.ts";
import { Menu } from "../menu.tsx";
import { eventsAt, transitionsAt } from "./lookup.ts";
import type { Walk, WalkStep } from "./walk.ts";

interface EventButtonsProps {
  readonly walk: Walk;
  readonly onStep: (step: WalkStep) => void;
}

/** The events that the machine takes now: a press sends one; one with parameters asks for them. */
export function EventButtons({ walk, onStep }: EventButtonsProps) {
  const { def, elements } = useWorkspace();
  const { machine } = walk.simulation;
  const ids = [...new Set(machine.availableEvents())];
  const active = new Set(machine.configuration);
  const guardsOf = (event: string) =>
    elements.filter(({ type, name }) => type === "state" && active.has(name))
      .flatMap((state) => transitionsAt(def, state))
      .filter((one) => one.event === event && one.condition !== undefined)
      .map(({ condition }) => String(condition));
  const parametersOf = (id: string) =>
    eventsAt(def).find(({ event }) => event.id === id)?.event.parameters ?? [];
  return (
    <div class="row" role="group" aria-label="Events">
      {ids.map((event) => {
        const isRefused = !machine.can(event);
        const parameters = parametersOf(event);
        const send = (payload?: Readonly<Record<string, unknown>>) =>
          onStep({ kind: "event", event, ...(payload === undefined ? {} : { payload }) });
        if (parameters.length > 0) {
          return (
            <Menu
              key={event}
              title={`Send ${event}`}
              label={`${event}(${parameters.map(({ name }) => name).join(", ")})`}
              class="payload"
            >
              {(close) => (
                <PayloadForm
                  event={event}
                  parameters={parameters}
                  onSend={(payload) => {
                    close();
                    send(payload);
                  }}
                />
              )}
            </Menu>
          );
        }
        return (
          <button
            key={event}
            type="button"
            data-refused={isRefused ? "1" : undefined}
            title={isRefused ? `Its guards do not pass now: ${guardsOf(event).join("; ")}` : undefined}
            onClick={() => send()}
          >
            {event}
            {isRefused ? <span class="quiet">[{guardsOf(event).join("; ")}]</span> : null}
          </button>
        );
      })}
      {ids.length === 0 ? <span class="quiet">It takes no event now.</span> : null}
      <Menu title="Send an event with a payload of your own" label="…" class="payload">
        {(close) => (
          <OwnEvent
            events={ids}
            onSend={(event, payload) => {
              close();
              onStep({ kind: "event", event, payload });
            }}
          />
        )}
      </Menu>
    </div>
  );
}

interface PayloadFormProps {
  readonly event: string;
  readonly parameters: readonly Parameter[];
  readonly onSend: (payload: Readonly<Record<string, unknown>>) => void;
}

/** The parameters of an event as fields. */
function PayloadForm({ event, parameters, onSend }: PayloadFormProps) {
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  return (
    <form
      class="fields"
      aria-label={`Payload of ${event}`}
      onSubmit={(submitted) => {
        submitted.preventDefault();
        const values = parameters.flatMap(({ name, type }) => {
          const text = texts[name] ?? "";
          return text === "" ? [] : [[name, valueOf(text, type)]];
        });
        onSend(Object.fromEntries(values));
      }}
    >
      {parameters.map(({ name, type }) => (
        <label class="field" key={name}>
          <span>{name}: {type}</span>
          {/^bool(ean)?$/.test(type)
            ? (
              <select onChange={({ currentTarget }) => setTexts({ ...texts, [name]: currentTarget.value })}>
                <option value="">—</option>
                <option>true</option>
                <option>false</option>
              </select>
            )
            : (
              <input
                list={undefined}
                type={/^(number|integer|int|float)$/.test(type) ? "number" : "text"}
                step="any"
                autocomplete="off"
                value={texts[name] ?? ""}
                onInput={({ currentTarget }) => setTexts({ ...texts, [name]: currentTarget.value })}
              />
            )}
        </label>
      ))}
      <button type="submit" class="primary">Send {event}</button>
    </form>
  );
}

interface OwnEventProps {
  readonly events: readonly string[];
  readonly onSend: (event: string, payload: Readonly<Record<string, unknown>>) => void;
}

/** Any event, with a payload as JSON. */
function OwnEvent({ events, onSend }: OwnEventProps) {
  const [event, setEvent] = useState(events[0] ?? "");
  const [text, setText] = useState("");
  const [trouble, setTrouble] = useState("");
  return (
    <form
      class="fields"
      aria-label="Event with payload"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        try {
          onSend(event, objectIn(text, "The payload"));
        } catch (error) {
          setTrouble(reasonOf(error));
        }
      }}
    >
      <label class="field">
        <span>Event</span>
        <input
          value={event}
          onInput={({ currentTarget }) => setEvent(currentTarget.value)}
          autocomplete="off"
        />
      </label>
      <label class="field">
        <span>Payload as JSON</span>
        <textarea rows={2} value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
      </label>
      {trouble === "" ? null : <p class="complaint" role="alert">{trouble}</p>}
      <button type="submit" class="primary">Send</button>
    </form>
  );
}

function valueOf(text: string, type: string): unknown {
  if (type === "string" || type === "text") return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The object in a text of JSON. */
function objectIn(text: string, what: string): Readonly<Record<string, unknown>> {
  if (text.trim() === "") return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new SyntaxError(`${what} is not JSON: correct it, or leave it empty.`);
  }
  if (isObject(value)) return { ...value };
  throw new SyntaxError(`${what} is no JSON object: write one, or leave it empty.`);
}
