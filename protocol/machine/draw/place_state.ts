import type { Box } from "../../geometry/box.ts";
import type { DrawnMark, DrawnMemory, DrawnRow, DrawnState } from "./machine_drawing.ts";
import { DETAIL_BELOW, ROW_GAP, ROW_HEIGHT, ROW_MARK } from "./rows.ts";
import type { UprightLines } from "./head_room.ts";
import { FACE, type StateFace } from "./state_face.ts";
import type { SurveyedState } from "./survey.ts";
import { blockWidth, type DrawnText, moreHeight, placedText } from "../../picture/drawn_text.ts";

/** Half the height of a capital letter, in font sizes: from the middle of a line to its base line. */
const HALF_CAPITAL = 0.3635;

/** Puts what a state shows into its box, the title of a container where no line crosses it. */
export function placeState(
  state: SurveyedState,
  face: StateFace,
  parent: string | undefined,
  box: Box,
  lines: UprightLines,
): DrawnState {
  const { outline } = state;
  const rule = face.rows.length > 0 ? box.y + face.head : undefined;
  return {
    key: state.key,
    name: outline.name,
    path: state.path,
    parent,
    slot: state.slot,
    kind: outline.kind,
    shape: face.shape,
    isContainer: state.contains,
    ignored: state.ignored,
    deep: outline.deep,
    description: state.description,
    notes: outline.notes,
    color: state.look.color,
    box,
    title: placeTitle(face, box, lines),
    badge: placeBadge(face, box),
    rule,
    rows: placeRows(face, box),
    marks: face.padding ? placeHeadMarks(face, box) : placeFootMarks(face, box),
    memory: placeMemory(face, box),
  };
}

/** The base line of a line of that font size whose capitals have their middle at `y`. */
function baseLine(y: number, size: number): number {
  return y + size * HALF_CAPITAL;
}

function placeTitle(face: StateFace, box: Box, lines: UprightLines): DrawnText {
  const { title } = face;
  const head = baseLine(box.y + face.head - moreHeight(title) - FACE.head / 2, title.size);
  if (face.padding) return placedText(title, lines.freePlace(titleRoom(face, box), blockWidth(title)), head);
  const middle = box.y + box.height / 2;
  if (face.memory) return placedText(title, box.x + FACE.memoryName, baseLine(middle, title.size));
  const raised = face.marks.length > 0 ? FACE.marks / 2 - 2 : 0;
  const y = face.rows.length > 0 ? head : baseLine(middle - raised - moreHeight(title) / 2, title.size);
  return placedText(title, box.x + box.width / 2, y, "middle");
}

/** The part of a container's head that its title may take: beside marks and badge. */
function titleRoom(face: StateFace, box: Box): Box {
  const beside = [...face.marks.map(({ width }) => width), ...(face.badge ? [face.badge.width] : [])]
    .reduce((sum, width) => sum + width + FACE.betweenMarks, 0);
  const x = box.x + FACE.containerSide;
  return { x, y: box.y, width: headRight(face, box) - beside - x, height: face.head };
}

function placeBadge(face: StateFace, box: Box): DrawnText | undefined {
  const { badge } = face;
  if (!badge) return undefined;
  const right = box.x + box.width - FACE.side / 2 - (face.hasNote ? FACE.note : 0);
  if (!face.padding) return placedText(badge, right, box.y + 14, "end");
  return placedText(badge, headRight(face, box), baseLine(box.y + FACE.head / 2, badge.size), "end");
}

/** The right end of the content beside the name of a state with children. */
function headRight(face: StateFace, box: Box): number {
  return box.x + box.width - FACE.containerSide - (face.hasNote ? FACE.note : 0);
}

function placeRows(face: StateFace, box: Box): DrawnRow[] {
  const left = box.x + (face.padding ? FACE.containerSide : FACE.side);
  let top = box.y + face.head + FACE.aroundRows;
  return face.rows.map((row) => {
    const middle = top + ROW_HEIGHT / 2;
    top += row.height;
    const begin = left + (row.hasMark ? ROW_MARK : 0);
    const text = placedText(row.text, begin, baseLine(middle, row.text.size));
    const next = row.isBelow || row.text.text === "" ? begin : begin + row.text.width + ROW_GAP;
    const y = text.y + (row.isBelow ? moreHeight(row.text) + DETAIL_BELOW : 0);
    return {
      kind: row.kind,
      id: row.id,
      text,
      detail: row.detail && placedText(row.detail, next, y),
      mark: row.hasMark ? { x: left + 5, y: middle } : undefined,
    };
  });
}

/** Marks at the foot of a box: entry at the left, exit at the right. */
function placeFootMarks(face: StateFace, box: Box): DrawnMark[] {
  const middle = box.y + box.height - FACE.marks / 2 - 4;
  return face.marks.map(({ kind, text, actions }) => {
    const isEntry = kind === "entry";
    const edge = isEntry ? box.x + FACE.side : box.x + box.width - FACE.side;
    const inwards = isEntry ? 1 : -1;
    return {
      kind,
      text: placedText(
        text,
        edge + inwards * FACE.markIconRoom,
        baseLine(middle, text.size),
        isEntry ? "start" : "end",
      ),
      icon: { x: edge + inwards * 3, y: middle },
      actions,
    };
  });
}

/** Marks in the head of a state with children, at its right end. */
function placeHeadMarks(face: StateFace, box: Box): DrawnMark[] {
  const middle = box.y + FACE.head / 2;
  let right = headRight(face, box) - (face.badge ? face.badge.width + FACE.betweenMarks : 0);
  const marks: DrawnMark[] = [];
  for (const { kind, text, width, actions } of face.marks.toReversed()) {
    const left = right - width;
    const isEntry = kind === "entry";
    marks.unshift({
      kind,
      text: placedText(text, isEntry ? left + FACE.markIconRoom : left, baseLine(middle, text.size)),
      icon: { x: isEntry ? left + 3 : right - 3, y: middle },
      actions,
    });
    right = left - FACE.betweenMarks;
  }
  return marks;
}

function placeMemory(face: StateFace, box: Box): DrawnMemory | undefined {
  if (!face.memory) return undefined;
  const center = { x: box.x + FACE.memoryHeight / 2, y: box.y + box.height / 2 };
  const letter = placedText(face.memory, center.x, baseLine(center.y, face.memory.size), "middle");
  return { center, radius: FACE.memoryRadius, letter };
}
