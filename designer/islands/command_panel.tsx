import {
  type AnyKind,
  type AnyOp,
  type ArgumentHint,
  type CommandCall,
  type FieldShape,
  type JsonObject,
  refusalText,
} from "@loom/protocol";
import { useEffect, useId, useMemo, useState } from "preact/hooks";
import {
  argumentsOf,
  commandsOf,
  commandText,
  type EditedElement,
  type FieldInput,
  formFields,
  inputOf,
  nounOf,
  textsFor,
} from "../editor/command_fields.ts";
import { keyOf } from "../editor/element_key.ts";

interface CommandPanelProps {
  readonly row: AnyKind;
  readonly def: JsonObject;
  readonly elements: readonly EditedElement[];
  /** The element in hand. */
  readonly element: EditedElement | undefined;
  readonly onEdit: (ops: readonly AnyOp[], summary: string) => void;
}

/** A form for each edit of the kind, made of the rows that the shell and the agent tools are made of. */
export function CommandPanel({ row, def, elements, element, onEdit }: CommandPanelProps) {
  const commands = useMemo(() => commandsOf(row), [row]);
  const [id, setId] = useState(commands[0]?.id ?? "");
  const own = element?.type;
  const inHand = element === undefined ? "" : keyOf(element);
  // What is taken in hand is changed first; another edit of it is chosen then.
  useEffect(() => {
    const fit = commands.find((one) => nounOf(one) === own && one.effect === "set") ??
      commands.find((one) => nounOf(one) === own);
    if (fit) setId(fit.id);
  }, [inHand]);
  const command = commands.find((one) => one.id === id);
  const [texts, setTexts] = useState<Record<string, string>>({});
  const [trouble, setTrouble] = useState("");
  const [done, setDone] = useState("");
  const begin = useMemo(
    () => command === undefined ? {} : textsFor(command, row, element, def),
    [command, inHand, def],
  );
  useEffect(() => {
    setTexts({});
    setTrouble("");
  }, [id, inHand]);
  if (command === undefined) return null;
  const run = (event: Event) => {
    event.preventDefault();
    setDone("");
    const given = { ...begin, ...texts };
    try {
      const result = command.run(def, argumentsOf(command, row, given, begin));
      if (!result.ok) return setTrouble(refusalText(result.refusal, spell));
      onEdit(result.value.ops, result.value.summary);
      setTexts({});
      setTrouble("");
      setDone(result.value.summary);
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <form class="command" onSubmit={run} aria-labelledby="command">
      <h2 id="command">{element === undefined ? "Edit" : `Edit ${element.text}`}</h2>
      <label class="field">
        <span>Do</span>
        <select value={id} onChange={({ currentTarget }) => setId(currentTarget.value)}>
          {commands.map((one) => <option key={one.id} value={one.id}>{commandText(one)}</option>)}
        </select>
      </label>
      <p class="quiet">{command.summary}</p>
      {formFields(command, row).map(({ field }) => (
        <Field
          key={`${id} ${field.name}`}
          field={field}
          elements={elements}
          text={texts[field.name] ?? begin[field.name] ?? ""}
          onText={(text) => setTexts((all) => ({ ...all, [field.name]: text }))}
        />
      ))}
      {trouble === "" ? null : <p class="complaint" role="alert">{trouble}</p>}
      <button type="submit" class="primary">{command.title}</button>
      {done === "" ? null : <p class="quiet">{done}</p>}
    </form>
  );
}

function spell(part: CommandCall | ArgumentHint): string {
  if ("argument" in part) {
    return part.value === undefined ? part.argument : `${part.argument} ${String(part.value)}`;
  }
  return part.words ?? part.command;
}

interface FieldProps {
  readonly field: FieldShape;
  readonly elements: readonly EditedElement[];
  readonly text: string;
  readonly onText: (text: string) => void;
}

function Field({ field, elements, text, onText }: FieldProps) {
  const id = useId();
  const input = inputOf(field);
  return (
    <div class="field">
      <label for={id}>{field.name}{field.required ? " *" : ""}</label>
      <Control id={id} input={input} field={field} elements={elements} text={text} onText={onText} />
      <p class="hint" id={`${id}-hint`}>{field.doc}</p>
    </div>
  );
}

function Control(
  { id, input, field, elements, text, onText }: FieldProps & {
    readonly id: string;
    readonly input: FieldInput;
  },
) {
  const common = { id, required: field.required === true, "aria-describedby": `${id}-hint` };
  if (input.type === "choice") {
    return (
      <select {...common} value={text} onChange={({ currentTarget }) => onText(currentTarget.value)}>
        <option value="">—</option>
        {input.choices.map((choice) => <option key={choice} value={choice}>{choice}</option>)}
      </select>
    );
  }
  if (input.type === "lines" || input.type === "json") {
    return (
      <textarea
        {...common}
        rows={2}
        value={text}
        onInput={({ currentTarget }) => onText(currentTarget.value)}
      />
    );
  }
  const isNumber = input.type === "number";
  return (
    <>
      <input
        {...common}
        type={isNumber ? "number" : "text"}
        step={isNumber ? "any" : undefined}
        list={isNumber ? undefined : `${id}-names`}
        autocomplete="off"
        value={text}
        onInput={({ currentTarget }) => onText(currentTarget.value)}
      />
      {isNumber ? null : (
        <datalist id={`${id}-names`}>
          {elements.slice(0, 500).map(({ type, name }) => (
            <option key={`${type}:${name}`} value={name}>{type}</option>
          ))}
        </datalist>
      )}
    </>
  );
}
