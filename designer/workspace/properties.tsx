import { isObject, memberAt } from "@loom/protocol";
import { useState } from "preact/hooks";
import { CommandPanel } from "./command_panel.tsx";
import { argumentsOf, commandsOf, nounOf, textsFor } from "./command_fields.ts";
import { useWorkspace } from "./context.ts";
import { DocumentForm } from "./document_form.tsx";
import { ElementForm, labelOf } from "./element_form.tsx";
import { elementOf } from "./finding_list.tsx";
import { FindingItem } from "./finding_item.tsx";
import { Icon } from "./icon.tsx";
import { InstantField } from "./instant_field.tsx";
import { partsFor } from "./page_kinds.ts";
import { Links } from "./system_section.tsx";

/** Properties of the element in hand; of the document when nothing is in hand. */
export function Properties() {
  const { element, hand } = useWorkspace();
  if (element === undefined) return <DocumentForm />;
  return hand.length > 1 ? <Several /> : <ElementProperties />;
}

/** The elements in hand, where there are several: a press leaves one of them. */
function Several() {
  const { hand, select } = useWorkspace();
  const types = new Set(hand.map((key) => key.slice(0, key.indexOf(":"))));
  const [type = ""] = types;
  const noun = types.size > 1 ? "elements" : type === "entity" ? "entities" : `${type}s`;
  return (
    <section class="properties" aria-label="In hand">
      <p class="document-name">{hand.length} {noun}</p>
      <p class="quiet">Drag one to move all. Delete removes all, Ctrl+C copies, Esc lets go.</p>
      <div class="part">
        {hand.map((key) => (
          <button key={key} type="button" class="plain" onClick={() => select(key)}>
            {key.slice(key.indexOf(":") + 1)}
          </button>
        ))}
      </div>
    </section>
  );
}

function ElementProperties() {
  const { row, def, elements, element, findings, run, select } = useWorkspace();
  if (element === undefined) return null;
  const remove = commandsOf(row).find(({ id }) => id === `${element.type}.remove`);
  const parts = partsFor(row.kind);
  const Parts = parts?.element[element.type];
  const own = findings.filter((finding) => elementOf(finding, elements) === element);
  const value = memberAt(def, element.path);
  const idle = (isObject(value) && parts?.idle?.(element.type, value)) || [];
  const takeAway = () => {
    if (remove === undefined) return;
    const texts = textsFor(remove, row, element, def);
    const why = run(remove.id, argumentsOf(remove, row, texts, {}));
    if (why === undefined) select("");
  };
  return (
    <div class="properties">
      <header class="element-head">
        <p class="quiet">{labelOf(element.type)}</p>
        <button type="button" class="ghost icon-only" title="Done (Esc)" onClick={() => select("")}>
          <Icon name="close" />
          <span class="visually-hidden">Let go of {element.text}</span>
        </button>
      </header>
      {own.length === 0 ? null : (
        <ul class="findings" aria-label="Findings here">
          {own.map((finding, index) => <FindingItem key={index} finding={finding} />)}
        </ul>
      )}
      {parts?.formless?.has(element.type) ? null : <ElementForm element={element} idle={idle} />}
      {Parts === undefined ? null : <Parts element={element} />}
      <Notes />
      <Links />
      <p class="element-end">
        {remove === undefined ? null : (
          <button type="button" class="danger" onClick={takeAway}>
            <Icon name="trash" /> {remove.title}
          </button>
        )}
      </p>
      <OtherEdits noun={element.type} />
    </div>
  );
}

/** The note of an element that may have one, where its form has no field for it. */
function Notes() {
  const { row, def, element, run } = useWorkspace();
  const notes = row.content?.setNotes;
  const update = commandsOf(row).find(({ id }) => id === `${element?.type}.update`);
  const hasField = update?.arguments.some(({ name }) => name === "notes");
  const shape = row.content?.shape.table.find(({ name }) => name.toLowerCase() === element?.type);
  const hasNotes = shape?.fields.some(({ name }) => name === "notes") ?? false;
  if (element === undefined || notes === undefined || hasField || !hasNotes) return null;
  const value = memberAt(def, `${element.path}/notes`);
  return (
    <InstantField
      key={`${element.type}:${element.name} notes`}
      label="Notes"
      input={{ type: "text" }}
      rows={2}
      text={typeof value === "string" ? value : ""}
      onCommit={(text) => run(notes.id, { target: element.name, notes: text })}
    />
  );
}

/** Every edit as a form, for what the fields do not reach. */
function OtherEdits({ noun }: { readonly noun: string }) {
  const { row } = useWorkspace();
  const [isOpen, setOpen] = useState(false);
  const count = commandsOf(row).filter((one) => nounOf(one) === noun).length;
  if (count === 0) return null;
  return (
    <details class="others" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>All edits as forms</summary>
      {isOpen ? <CommandPanel /> : null}
    </details>
  );
}
