import { isObject, type JsonObject } from "../../json/value.ts";
import { byName, type Located } from "../../located.ts";
import {
  allFragments,
  allMessages,
  type LocatedFragment,
  type LocatedMessage,
  participantsOf,
} from "../lookup.ts";

/** A place that breaks a rule. */
export interface Breach {
  readonly message: string;
  readonly path: string;
  readonly element?: string;
}

/** Finds the places that break a rule, in document order. */
export type Check = (survey: Survey) => Iterable<Breach>;

/** A definition, read once for all rules. */
export interface Survey {
  readonly def: JsonObject;
  readonly participants: readonly Located[];
  readonly participantByName: ReadonlyMap<string, Located>;
  readonly messages: readonly LocatedMessage[];
  readonly fragments: readonly LocatedFragment[];
}

/** Reads a document for all rules. */
export function surveyOf(def: unknown): Survey {
  const document = isObject(def) ? def as JsonObject : {};
  const participants = participantsOf(document);
  return {
    def: document,
    participants,
    participantByName: byName(participants),
    messages: allMessages(document),
    fragments: allFragments(document),
  };
}

/** True for a whole number in a range. */
export function isPlace(value: unknown, least: number, most: number): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;
}

/** The word for a fragment in findings: `fragment:1`, `fragment:1.2`. */
export function elementOf(ref: string): string {
  return `fragment:${ref.replaceAll("f", "")}`;
}
