import { isObject } from "./json/value.ts";
import { allFragments, allMessages } from "./sequence/lookup.ts";

/** A remark in a document. */
export interface Note {
  /** The name of what it is about; `null` is the whole diagram. */
  target: string | null;
  /** The text, as in the document. */
  notes: string;
}

/** The places of notes: the members to follow from the top of any document kind. */
const NOTE_BEARERS = [
  "settings",
  "state",
  "states",
  "parallel",
  "entities",
  "participants",
  "messages",
  "fragments",
  "members",
] as const;

/**
 * The text of a note, whatever form a file gives it: a list is joined by blank lines, other values become JSON.
 *
 * @returns `undefined` when there is no note.
 *
 * @example
 * ```ts
 * import { noteText } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * assertEquals(noteText(["One.", "Two."]), "One.\n\nTwo.");
 * assertEquals(noteText({ by: "Ada" }), '{"by":"Ada"}');
 * ```
 */
export function noteText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value)) return value.map(partText).join("\n\n");
  return partText(value);
}

function partText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value) ?? "";
}

/**
 * Turns every note of a document into text and drops blank ones. Other members are unchanged.
 *
 * @param doc A definition of any kind; it is not changed.
 * @returns The same object when nothing changes, else a changed copy.
 */
export function normalizeNotes<T>(doc: T): T {
  return normalized(doc) as T;
}

function normalized(value: unknown): unknown {
  if (Array.isArray(value)) return normalizedList(value);
  if (!isObject(value)) return value;
  const withNote = withTextNote(value);
  let result = withNote;
  for (const key of NOTE_BEARERS) {
    if (!Object.hasOwn(result, key)) continue;
    const inner = normalized(result[key]);
    if (inner === result[key]) continue;
    if (result === value) result = { ...value };
    result[key] = inner;
  }
  return result;
}

function normalizedList(list: unknown[]): unknown[] {
  const items = list.map(normalized);
  return items.some((item, index) => item !== list[index]) ? items : list;
}

function withTextNote(object: Record<string, unknown>): Record<string, unknown> {
  if (!Object.hasOwn(object, "notes")) return object;
  const text = noteText(object.notes) ?? "";
  if (text.trim() === "") {
    const { notes: _, ...rest } = object;
    return rest;
  }
  return text === object.notes ? object : { ...object, notes: text };
}

/**
 * The notes of a document that are not blank: first the diagram's own, then those of states (a state, its
 * children, its regions), of entities, of members, or of participants, messages (`message f1.2`) and fragments
 * (`fragment 1`), each in document order.
 *
 * @example
 * ```ts
 * import { collectNotes } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const doc = { settings: {}, state: { name: "Root", states: [{ name: "Idle", notes: "Cold." }] } };
 * assertEquals(collectNotes(doc), [{ target: "Idle", notes: "Cold." }]);
 * ```
 */
export function collectNotes(doc: unknown): Note[] {
  const notes: Note[] = [];
  if (!isObject(doc)) return notes;
  addNote(notes, doc.settings, null);
  addStateNotes(notes, doc.state);
  for (const entity of listOf(doc.entities)) addNote(notes, entity, nameOf(entity));
  for (const participant of listOf(doc.participants)) addNote(notes, participant, nameOf(participant));
  for (const { value, ref } of allMessages(doc)) addNote(notes, value, `message ${ref}`);
  for (const { value, ref } of allFragments(doc)) {
    addNote(notes, value, `fragment ${ref.replace(/^f(\d+)$/, "$1")}`);
  }
  for (const member of listOf(doc.members)) addNote(notes, member, pathOf(member));
  return notes;
}

function addStateNotes(notes: Note[], state: unknown): void {
  if (!isObject(state)) return;
  addNote(notes, state, nameOf(state));
  for (const child of listOf(state.states)) addStateNotes(notes, child);
  if (!isObject(state.parallel)) return;
  for (const region of listOf(state.parallel.states)) addStateNotes(notes, region);
}

function addNote(notes: Note[], bearer: unknown, target: string | null): void {
  const text = isObject(bearer) ? noteText(bearer.notes) : undefined;
  if (text !== undefined && text.trim() !== "") notes.push({ target, notes: text });
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function pathOf(value: unknown): string {
  return isObject(value) && typeof value.path === "string" ? value.path : "";
}

function nameOf(value: unknown): string {
  return isObject(value) && typeof value.name === "string" ? value.name : "";
}
