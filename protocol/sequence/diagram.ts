import { d2Text } from "../diagram/d2.ts";
import { drawioBox, drawioFile, drawioLine } from "../diagram/drawio.ts";
import type { DiagramWriters } from "../diagram/format.ts";
import { plantUmlFile } from "../diagram/plantuml.ts";
import { textOf } from "../located.ts";
import { oneLine } from "../text/terminal_text.ts";
import { drawSequence } from "./draw/draw_sequence.ts";
import { leftOutOfSequence } from "./exchange/write_mermaid.ts";
import { participantsIn, type SequenceDialect, sequenceLines, stepText } from "./mermaid.ts";
import { type Step, stepsOf } from "./steps.ts";
import type { SequenceDefinition } from "./types.ts";

/** Writers of scenarios for other drawing programs. */
export const SEQUENCE_DIAGRAMS: DiagramWriters<SequenceDefinition> = {
  d2: {
    write: (def) => ({
      text: d2Of(def),
      leftOut: leftOutOfSequence(def, "A D2 diagram", ["carries", "state", "notes"]),
    }),
  },
  plantuml: {
    write: (def) => ({
      text: plantUmlFile(drawSequence(def).name, sequenceLines(def, PLANTUML)),
      leftOut: leftOutOfSequence(def, "A PlantUML diagram"),
    }),
  },
  drawio: {
    write: (def) => ({
      text: drawioOf(def),
      leftOut: leftOutOfSequence(def, "A draw.io diagram", ["notes"]),
    }),
  },
};

const PLANTUML: SequenceDialect = {
  arrows: { message: "->", reply: "-->" },
  note: "note",
  dividers: { alt: "else", par: "else" },
  head: (word, id, name) => `${word} "${name.replaceAll('"', "'")}" as ${id}`,
  clean: oneLine,
};

/** A scenario as a sequence diagram of D2: frames are groups, and so are their operands. */
function d2Of(def: SequenceDefinition): string {
  const { idOf, heads } = participantsIn(def);
  let groups = 0;
  const linesOf = (steps: readonly Step[], margin: string): string[] =>
    steps.flatMap((step) => {
      if (step.is === "message") {
        const { value } = step.message;
        const ends = `${idOf(textOf(value.from))} -> ${idOf(textOf(value.to))}`;
        const look = value.reply === true ? " { style.stroke-dash: 3 }" : "";
        return [`${margin}${ends}: ${d2Text(stepText(step, oneLine))}${look}`];
      }
      return step.operands.flatMap(({ label, steps }) => [
        `${margin}g${groups++}: ${d2Text(`${step.kind} ${oneLine(label)}`.trim())} {`,
        ...linesOf(steps, `${margin}  `),
        `${margin}}`,
      ]);
    });
  const participants = heads.map(({ id, name, isActor }) =>
    `${id}: ${d2Text(oneLine(name))}${isActor ? " { shape: person }" : ""}`
  );
  return ["shape: sequence_diagram", ...participants, ...linesOf(stepsOf(def), "")].join("\n") + "\n";
}

/** Styles of draw.io. */
const STYLES = {
  lifeline:
    "shape=umlLifeline;perimeter=lifelinePerimeter;whiteSpace=wrap;html=0;container=1;collapsible=0;" +
    "recursiveResize=0;outlineConnect=0;",
  frame: "shape=umlFrame;whiteSpace=wrap;html=0;pointerEvents=0;",
  activation: "html=0;points=[];perimeter=orthogonalPerimeter;",
  message: "html=0;verticalAlign=bottom;endArrow=block;rounded=1;labelBackgroundColor=default;",
  reply: "html=0;verticalAlign=bottom;endArrow=open;dashed=1;rounded=1;labelBackgroundColor=default;",
};

/** A scenario as a diagram of draw.io, laid out as the loom draws it. */
function drawioOf(def: SequenceDefinition): string {
  const { name, lifelines, messages, frames, activations } = drawSequence(def);
  const cells = [
    ...frames.map(({ kind, labels, box, tab }, at) =>
      drawioBox({
        id: `f${at}`,
        value: [kind, ...labels.map(({ full }) => full)].join("\n"),
        style: `${STYLES.frame}width=${Math.round(tab.width)};height=${Math.round(tab.height)};`,
        box,
      })
    ),
    ...lifelines.map(({ title, box, line: [, foot] }, at) =>
      drawioBox({
        id: `p${at}`,
        value: title.full,
        style: `${STYLES.lifeline}size=${Math.round(box.height)};`,
        box: { ...box, height: foot.y - box.y },
      })
    ),
    ...activations.map(({ box }, at) =>
      drawioBox({ id: `x${at}`, value: "", style: STYLES.activation, box })
    ),
    ...messages.map(({ number, label, points, isReply }, at) =>
      drawioLine({
        id: `m${at}`,
        value: [number.full, ...label.map(({ full }) => full).slice(0, 1)].join(" "),
        style: isReply ? STYLES.reply : STYLES.message,
        points,
      })
    ),
  ];
  return drawioFile(name || "scenario", cells);
}
