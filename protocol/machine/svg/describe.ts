import { counted } from "../../text/plural.ts";
import { oneLine } from "../../text/terminal_text.ts";
import type { DrawnEdge, DrawnRow, DrawnState, MachineDrawing } from "../draw/machine_drawing.ts";

/** The largest number of states, and of transitions, that are listed. */
const TOLD = 100;

/** The size of a machine: `9 states · 13 transitions`. */
export function countsText(drawing: MachineDrawing): string {
  return `${counted(drawing.states.length, "state")} · ${counted(transitionCount(drawing), "transition")}`;
}

/** Tells a drawing in words, for readers who do not see it. */
export function describeMachine(drawing: MachineDrawing, active: ReadonlySet<string>): string {
  const { states, edges, initials } = drawing;
  const initialKeys = new Set(initials.map((initial) => initial.to));
  const names = namesOf(drawing);
  const parts = [
    `${counted(states.length, "state")} and ${counted(transitionCount(drawing), "transition")}.`,
    listText("States", states.map((state) => stateText(state, names, initialKeys, active))),
    listText("Transitions", [
      ...edges.map((edge) => `${names.get(edge.from)} to ${names.get(edge.to)}${edgeText(edge)}`),
      ...states.flatMap((state) =>
        state.rows.filter(isTransition).map((row) => `${nameText(state)} ${rowText(row)}`)
      ),
    ]),
  ];
  return parts.filter((part) => part !== "").join(" ");
}

/** Joins, which the definition gives as a member of the parallel state, are no transitions of their own. */
function transitionCount({ states, edges }: MachineDrawing): number {
  const rows = states.flatMap((state) => state.rows).filter((row) => row.id !== undefined);
  return rows.length + edges.filter((edge) => edge.kind === "transition").length;
}

function listText(head: string, items: readonly string[]): string {
  if (items.length === 0) return "";
  const told = items.slice(0, TOLD);
  const more = items.length > TOLD ? `; and ${items.length - TOLD} more` : "";
  return `${head}: ${told.join("; ")}${more}.`;
}

function stateText(
  state: DrawnState,
  names: ReadonlyMap<string, string>,
  initialKeys: ReadonlySet<string>,
  active: ReadonlySet<string>,
): string {
  const remarks: string[] = [];
  if (state.parent !== undefined) {
    remarks.push(
      state.slot === "region" ? `region of ${names.get(state.parent)}` : `in ${names.get(state.parent)}`,
    );
  }
  if (initialKeys.has(state.key)) remarks.push("initial");
  if (state.kind !== "normal") remarks.push(state.deep ? `deep ${oneLine(state.kind)}` : oneLine(state.kind));
  if (active.has(state.name)) remarks.push("active");
  return remarks.length === 0 ? nameText(state) : `${nameText(state)} (${remarks.join(", ")})`;
}

/** The names of the states as readers see them, by key. */
export function namesOf({ states }: MachineDrawing): Map<string, string> {
  return new Map(states.map((state) => [state.key, nameText(state)]));
}

function nameText(state: DrawnState): string {
  return oneLine(state.name) || "unnamed";
}

/** The description of an edge, after the names of its ends. */
function edgeText({ kind, event, guard }: Pick<DrawnEdge, "kind" | "event" | "guard">): string {
  if (kind === "join") return " when all regions are complete";
  return `${event === "" ? " at once" : ` on ${oneLine(event)}`}${
    guard === "" ? "" : ` if ${oneLine(guard)}`
  }`;
}

function isTransition(row: DrawnRow): boolean {
  return row.kind === "internal" || row.kind === "stub";
}

function rowText(row: DrawnRow): string {
  const text = [row.text.full, row.detail?.full ?? ""].filter((part) => part !== "").join(" ");
  return `${row.kind === "internal" ? "stays" : "leads nowhere"}: ${text}`;
}

/** The tooltip of a state. */
export function stateTitle(state: DrawnState): string {
  const kind = state.deep ? `deep ${state.kind}` : state.kind;
  const head = state.kind === "normal" ? nameText(state) : `${nameText(state)} (${oneLine(kind)})`;
  const ignored = state.ignored ? "Never entered: the regions beside it run in its place." : "";
  return [head, ignored, state.description, state.notes].filter((part) => part !== "").join("\n");
}

/** The tooltip of a line and its label. */
export function edgeTitle(edge: DrawnEdge, names: ReadonlyMap<string, string>): string {
  const actions = edge.actions.length === 0 ? "" : ` / ${edge.actions.join("; ")}`;
  const guard = edge.guard === "" ? "" : ` [${edge.guard}]`;
  const said = edge.kind === "join" ? "all regions complete" : `${edge.event}${guard}${actions}`.trim();
  const ends = `${names.get(edge.from) ?? ""} → ${names.get(edge.to) ?? ""}`;
  return said === "" ? ends : `${ends}: ${said}`;
}

/** The tooltip of a row. */
export function rowTitle(row: DrawnRow): string {
  const text = [row.text.full, row.detail?.full ?? ""].filter((part) => part !== "").join(" ");
  if (row.kind === "stub") return `There is no such state: ${text}`;
  return row.kind === "internal" ? `${text} (stays inside)` : text;
}
