import {
  type ArgumentHint,
  type CommandCall,
  type EditCommand,
  type FieldShape,
  refusalText,
} from "@loom/protocol";
import { reasonOf } from "./ask_server.ts";
import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";
import {
  argumentsOf,
  commandsOf,
  commandText,
  type EditedElement,
  editedElements,
  formFields,
  inputOf,
  keyOf,
  nounOf,
  textsFor,
} from "./command_fields.ts";
import { useWorkspace } from "./context.ts";
import { labelOf } from "./element_form.tsx";
import { Control } from "./instant_field.tsx";

interface CommandPanelProps {
  /** The id of the command that is shown first. Default: one that fits the element in hand. */
  readonly first?: string | undefined;
  /** Called when the edit was made, where the panel was opened for one. */
  readonly onDone?: (() => void) | undefined;
}

interface Typed {
  /** The edit and the element that it was typed for. */
  readonly subject: string;
  readonly texts: Readonly<Record<string, string>>;
  readonly trouble: string;
}

/** A form for each edit of the kind, made of the rows that the shell and the agent tools are made of. */
export function CommandPanel({ first, onDone }: CommandPanelProps) {
  const { row, def, elements, element, edit, session, setInSight } = useWorkspace();
  const title = useId();
  const commands = useMemo(() => commandsOf(row), [row]);
  const own = element?.type;
  const inHand = element === undefined ? "" : keyOf(element);
  const [chosen, setChosen] = useState({ inHand: "", id: first ?? commands[0]?.id ?? "" });
  const fit = commands.find((one) => nounOf(one) === own && one.effect === "set") ??
    commands.find((one) => nounOf(one) === own);
  // A newly selected element offers its own change first; a choice is for one element.
  const isChosen = first !== undefined || chosen.inHand === inHand;
  const id = isChosen ? chosen.id : fit?.id ?? chosen.id;
  const command = commands.find((one) => one.id === id);
  // The typed text belongs to one command and one element; a form opened for a command keeps its text.
  const subject = first === undefined ? `${id} ${inHand}` : id;
  const [kept, setTyped] = useState<Typed>({ subject, texts: {}, trouble: "" });
  const typed = kept.subject === subject ? kept : { subject, texts: {}, trouble: "" };
  const { texts, trouble } = typed;
  const setTrouble = (sentence: string) => setTyped({ subject, texts, trouble: sentence });
  const begin = useMemo(
    () => command === undefined ? {} : textsFor(command, row, element, def),
    [command, inHand, def],
  );
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (onDone !== undefined) {
      form.current?.querySelector<HTMLElement>(".field input, .field textarea")?.focus();
    }
  }, []);
  if (command === undefined) return null;
  const run = (event: Event) => {
    event.preventDefault();
    const given = { ...begin, ...texts };
    try {
      const result = command.run(def, argumentsOf(command, row, given, begin));
      if (!result.ok) return setTrouble(refusalText(result.refusal, spellCall));
      edit(result.value.ops, result.value.summary);
      const known = new Set(elements.map(keyOf));
      const added = editedElements(row, session.getSnapshot().def)
        .find((one) => one.type === nounOf(command) && !known.has(keyOf(one)));
      if (added) setInSight(keyOf(added));
      setTyped({ subject, texts: {}, trouble: "" });
      onDone?.();
    } catch (error) {
      setTrouble(reasonOf(error));
    }
  };
  return (
    <form class="command" ref={form} onSubmit={run} aria-labelledby={title}>
      <h3 id={title}>{element === undefined ? "Edit" : `Edit ${element.text}`}</h3>
      <label class="field">
        <span>Do</span>
        <select value={id} onChange={({ currentTarget }) => setChosen({ inHand, id: currentTarget.value })}>
          {commands.map((one) => <option key={one.id} value={one.id}>{commandText(one)}</option>)}
        </select>
      </label>
      <p class="quiet">{command.summary}</p>
      {formFields(command, row).map(({ field }) => (
        <Field
          key={`${id} ${field.name}`}
          field={field}
          elements={isNaming(command, field) ? elements : []}
          text={texts[field.name] ?? begin[field.name] ?? ""}
          onText={(text) =>
            setTyped((before) => ({
              subject,
              texts: { ...(before.subject === subject ? before.texts : {}), [field.name]: text },
              trouble,
            }))}
        />
      ))}
      {trouble === "" ? null : <p class="complaint" role="alert">{trouble}</p>}
      <div class="row">
        <button type="submit" class="primary">{command.title}</button>
        {onDone === undefined ? null : <button type="button" onClick={onDone}>Cancel</button>}
      </div>
    </form>
  );
}

/** True for a field that can name elements of the document: no new name, and no prose. */
function isNaming({ effect }: EditCommand, { name }: FieldShape): boolean {
  const isNew = effect === "add" && (name === "name" || name === "id");
  return !isNew && !/^(new.*|description|notes|doc)$/.test(name);
}

/** A call or an argument in the words of the page. */
export function spellCall(part: CommandCall | ArgumentHint): string {
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
  return (
    <div class="field">
      <label for={id}>{labelOf(field.name)}{field.required ? " *" : ""}</label>
      <Control
        id={id}
        input={inputOf(field)}
        text={text}
        names={elements.length === 0 ? undefined : elements.map(({ name }) => name)}
        required={field.required === true}
        aria-describedby={`${id}-hint`}
        onText={onText}
      />
      <p class="hint" id={`${id}-hint`}>{field.doc}</p>
    </div>
  );
}
