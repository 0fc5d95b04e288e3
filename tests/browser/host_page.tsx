/**
 * A page that holds one canvas and nothing else, for tests: the document, its kind and what the canvas may do come from the
 * address, and what it calls is kept in `calls`.
 *
 * @module
 */
import {
  CANVAS_STYLES,
  type CanvasCommand,
  EntityRelationshipCanvas,
  IDENTITY_VIEWPORT,
  type LayoutBox,
  planCommands,
  SequenceCanvas,
  SequenceLines,
  type SequenceSelection,
  type Viewport,
  withNewEntities,
} from "@loom/designer/canvas";
import {
  type AnyKind,
  type EntityRelationshipDefinition,
  type JsonObject,
  KINDS,
  orThrow,
  type SequenceDefinition,
} from "@loom/protocol";
import { render } from "preact";
import { useMemo, useState } from "preact/hooks";

const query = new URLSearchParams(location.search);
const answer = await fetch("/document");
const first: JsonObject = await answer.json();
const kind = KINDS.ofDocument(first) as AnyKind;
const calls: CanvasCommand[] = [];
Object.assign(globalThis, { calls });

function Erd() {
  const [def, setDef] = useState(first);
  const [moved, setMoved] = useState<Record<string, LayoutBox>>({});
  const [viewport, setViewport] = useState<Viewport>(IDENTITY_VIEWPORT);
  const [focus, setFocus] = useState("");
  const notation = query.get("notation") === "chen" ? "chen" : "crowsfoot";
  const definition = def as unknown as EntityRelationshipDefinition;
  const begin = useMemo(() => withNewEntities(definition, {}, notation), []);
  const positions = useMemo(() => withNewEntities(definition, { ...begin, ...moved }, notation), [
    def,
    moved,
  ]);
  return (
    <EntityRelationshipCanvas
      definition={definition}
      positions={positions}
      notation={notation}
      viewport={viewport}
      onViewportChange={setViewport}
      fitKey="open"
      focus={focus}
      onFocus={setFocus}
      onClearSelection={() => setFocus("")}
      readOnly={query.has("readonly")}
      onMove={(boxes) => setMoved((all) => ({ ...all, ...boxes }))}
      onOpenMachine={(machine) => calls.push({ id: "open", values: { machine } })}
      onCommand={(commands) => {
        const planned = planCommands(kind, def, commands);
        if ("refusal" in planned) return planned.refusal;
        calls.push(...commands);
        const after = kind.content && orThrow(kind.content.changes.apply(def, planned.ops));
        if (after) {
          setDef(after);
          Object.assign(globalThis, { doc: after });
        }
        return undefined;
      }}
    />
  );
}

function Sequence() {
  const [def, setDef] = useState(first);
  const [viewport, setViewport] = useState<Viewport>(IDENTITY_VIEWPORT);
  const [selection, setSelection] = useState<SequenceSelection | null>(null);
  const definition = def as unknown as SequenceDefinition;
  const onCommand = (commands: readonly CanvasCommand[]) => {
    const planned = planCommands(kind, def, commands);
    if ("refusal" in planned) return planned.refusal;
    calls.push(...commands);
    const after = kind.content && orThrow(kind.content.changes.apply(def, planned.ops));
    if (after) {
      setDef(after);
      Object.assign(globalThis, { doc: after });
    }
    return undefined;
  };
  const [passed, stopped] = [query.get("passed"), query.get("stopped")];
  const canvas = (
    <SequenceCanvas
      definition={definition}
      viewport={viewport}
      onViewportChange={setViewport}
      fitKey="open"
      selection={selection}
      onSelect={(kind, id) => setSelection({ kind, id })}
      onClearSelection={() => setSelection(null)}
      readOnly={query.has("readonly")}
      replay={passed === null ? undefined : {
        passed: passed.split(","),
        stopped: stopped === null
          ? undefined
          : { ref: stopped, reason: "Door is in Open, where no transition takes it" },
      }}
      onCommand={onCommand}
    />
  );
  if (!query.has("lines")) return canvas;
  return (
    <div style={{ display: "grid", gridTemplateColumns: "320px 1fr", height: "100%" }}>
      <SequenceLines
        definition={definition}
        picked={selection?.kind === "message" ? selection.id : undefined}
        onPick={(id) => setSelection({ kind: "message", id })}
        onCommand={onCommand}
      />
      {canvas}
    </div>
  );
}

const style = document.createElement("style");
style.textContent = `html,body,#root{height:100%;margin:0}:root{color-scheme:light dark}${CANVAS_STYLES}`;
document.head.append(style);
const root = document.querySelector("#root");
if (root !== null) render(kind.kind === "erd" ? <Erd /> : <Sequence />, root);
