import { writeMachineD2 } from "./d2/write_d2.ts";
import { writeMachineDot } from "./dot/write_dot.ts";
import { writeMachineDrawio } from "./drawio/write_drawio.ts";
import { writeMachinePlantUml } from "./plantuml/write_plantuml.ts";
import type { DocumentElement, DocumentKind, PictureStyle } from "../kind.ts";
import { renderAscii } from "./ascii/render_ascii.ts";
import { renderAsciiBoxes } from "./ascii/boxes/render_ascii_boxes.ts";
import { EDITED_MACHINE_KIND } from "./edited_kind.ts";
import { renderMermaid } from "./mermaid/render_mermaid.ts";
import type { MachineOp } from "./ops.ts";
import { renderSvg } from "./svg/render_svg.ts";
import { arrangedMachine } from "./part/arranged_machine.ts";
import { arrangedStates } from "./part/arranged_states.ts";
import { compareMachines } from "./part/compare_machines.ts";
import { markedPart } from "./part/marked_part.ts";
import { objectsIn } from "./lookup.ts";
import { walkStates } from "./tree.ts";
import type { StateMachineDefinition, Transition } from "./types.ts";

const { content } = EDITED_MACHINE_KIND;

/** State machines, `.smdf.json`; their findings need the engine, which adds them to the row. */
export const MACHINE_KIND: DocumentKind<StateMachineDefinition, MachineOp> = {
  ...EDITED_MACHINE_KIND,
  content: {
    ...content,
    pictures: {
      ...content.pictures,
      diagrams: {
        d2: { write: writeMachineD2 },
        dot: { write: writeMachineDot },
        plantuml: { write: writeMachinePlantUml },
        drawio: { write: writeMachineDrawio },
      },
      svg,
      comparesInOne: true,
      ascii,
      mermaid: (document) => renderMermaid(document),
      arrange: arrangedStates,
      lines,
    },
    findings: () => [],
  },
};

/** The transitions, by their states, events and targets. */
function lines(document: StateMachineDefinition): DocumentElement[] {
  return [...walkStates(document.state)].flatMap(({ state, path }) =>
    objectsIn<Transition>(state.transitions).map(({ event = "", nextState = "" }, at) => {
      const name = `${state.name} ${event} → ${nextState || state.name}`;
      return { type: "transition", name, path: `${path}/transitions/${at}`, text: `transition ${name}` };
    })
  );
}

function svg(document: StateMachineDefinition, style: PictureStyle): string {
  const { theme, actions, title, lineStyle, labels, notes, animate } = style;
  // The earlier version of a machine is a machine.
  const compared = style.before &&
    compareMachines(style.before as object as StateMachineDefinition, document);
  const { definition = document, overlay = style.overlay } = compared ?? {};
  const heading = title === undefined ? {} : { title };
  const { shown, ...shape } = arrangedMachine(definition, style);
  const marked = markedPart(definition, shown, { active: style.active, overlay });
  return renderSvg(shown, {
    theme,
    actions,
    lineStyle,
    labels,
    notes,
    animate,
    ...marked,
    ...shape,
    ...heading,
  });
}

function ascii(document: StateMachineDefinition, { active, actions, view, columns }: PictureStyle): string {
  const draw = view === "boxes" ? renderAsciiBoxes : renderAscii;
  return draw(document, active, { actions, ...(columns === undefined ? {} : { width: columns }) });
}
