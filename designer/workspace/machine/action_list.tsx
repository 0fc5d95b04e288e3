import { AddLine } from "../add_line.tsx";
import { InstantField } from "../instant_field.tsx";
import { Icon } from "../icon.tsx";

interface ActionListProps {
  readonly title: string;
  /** The actions as their texts. */
  readonly actions: readonly string[];
  readonly onAdd: (text: string) => string | undefined;
  readonly onChange: (index: number, text: string) => string | undefined;
  readonly onRemove: (index: number) => void;
}

/** Actions, each a line that is written in place. */
export function ActionList({ title, actions, onAdd, onChange, onRemove }: ActionListProps) {
  return (
    <section class="part" aria-label={title}>
      <h3>{title}</h3>
      {actions.map((action, index) => (
        <div class="line" key={`${index} ${action}`}>
          <InstantField
            label={`${title}, action ${index + 1}`}
            isBare
            isMono
            input={{ type: "text" }}
            text={action}
            onCommit={(text) => {
              if (text.trim() !== "") return onChange(index, text);
              onRemove(index);
              return undefined;
            }}
          />
          <button type="button" class="ghost icon-only" title="Remove action" onClick={() => onRemove(index)}>
            <Icon name="close" />
            <span class="visually-hidden">Remove action {index + 1} of {title.toLowerCase()}</span>
          </button>
        </div>
      ))}
      <AddLine
        label={`Add to ${title.toLowerCase()}`}
        placeholder="count = 0, start Timer 5s, raise event"
        onAdd={onAdd}
      />
    </section>
  );
}
