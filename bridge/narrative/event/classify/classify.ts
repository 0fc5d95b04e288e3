import { phaseOf } from "../../position.ts";
import {
  type Analysis,
  type Facts,
  type Perspective,
  type StoryContext,
  type Universe,
  UNIVERSES,
} from "../../types.ts";
import { BUILT_IN_RULES, DEFAULT_ACT, DEFAULT_INTENTS, type Rules } from "./rules.ts";
import { rowsOf } from "./lookup_key.ts";
import { impactAreaOf, priorityOf, sevenGenerationImpactOf } from "./words.ts";

/**
 * Reads an event from three views.
 *
 * @param facts what is known of the event, from `factsOf`
 * @param rules by what it is read; without, by the built-in rules
 *
 * @example
 * ```ts
 * import { classify, factsOf } from "@loom/bridge/narrative";
 * import { assertEquals } from "@std/assert";
 * const analysis = classify(factsOf({ event_type: "issues", action: "opened", payload: {} }));
 * assertEquals(analysis.engineer.intent, "feature_request");
 * assertEquals(analysis.story_engine.context.act, 1);
 * ```
 */
export function classify(facts: Facts, rules: Rules = BUILT_IN_RULES): Analysis {
  const views = {
    engineer: engineerView(facts, rules),
    ceremony: ceremonyView(facts, rules),
    story_engine: storyView(facts, rules),
  };
  return { ...views, lead_universe: leadOf(views), coherence_score: coherenceOf(views) };
}

/** A row of a table and its key. */
export interface FoundRow<Row> {
  /** The key. */
  readonly key: string;
  /** The row. */
  readonly row: Row;
}

/** The row for a key: its own, else that of its type. */
export function findRow<Row>(table: ReadonlyMap<string, Row>, key: string): FoundRow<Row> | undefined {
  for (const candidate of rowsOf(key)) {
    const row = table.get(candidate);
    if (row !== undefined) return { key: candidate, row };
  }
  return undefined;
}

function engineerView(facts: Facts, { engineer, confidence, flows, match }: Rules): Perspective {
  return {
    intent: findRow(engineer, facts.key)?.row ?? DEFAULT_INTENTS.engineer,
    confidence: confidence.engineer,
    suggested_flows: [...flows.engineer],
    context: { priority: priorityOf(facts, match).value, impact_area: impactAreaOf(facts, match).value },
  };
}

function ceremonyView(facts: Facts, { ceremony, confidence, flows, match }: Rules): Perspective {
  const intent = findRow(ceremony, facts.key)?.row ?? DEFAULT_INTENTS.ceremony;
  return {
    intent,
    confidence: confidence.ceremony,
    suggested_flows: [...flows.ceremony],
    context: {
      seven_generation_impact: sevenGenerationImpactOf(facts, match).value,
      relational_implications: relationalImplications(intent, facts),
    },
  };
}

function storyView(facts: Facts, { story_engine, confidence, flows }: Rules): Perspective<StoryContext> {
  const { intent, act } = findRow(story_engine, facts.key)?.row ??
    { intent: DEFAULT_INTENTS.story_engine, act: DEFAULT_ACT };
  return {
    intent,
    confidence: confidence.story_engine,
    suggested_flows: [...flows.story_engine],
    context: { act, phase: phaseOf(act), throughline: throughlineOf(intent) },
  };
}

/** The three views of one event. */
export type Views = Readonly<Record<Universe, Pick<Perspective, "confidence">>>;

/** The view that is the surest; of equals, the one that comes first. */
export function leadOf(views: Views): Universe {
  return UNIVERSES.reduce((lead, view) => views[view].confidence > views[lead].confidence ? view : lead);
}

/** The mean of the confidences, at most 1. */
export function coherenceOf({ engineer, ceremony, story_engine }: Views): number {
  return Math.min((engineer.confidence + ceremony.confidence + story_engine.confidence) / 3, 1);
}

const WORKING = "The work moves on";

const SENTENCES: ReadonlyMap<string, string> = new Map([
  ["inciting_incident", "A new need enters the work"],
  ["rising_action", "The need takes shape"],
  ["turning_point", "An answer is put on the table"],
  ["climax", "The answer joins the whole"],
  ["resolution", "The need is laid to rest"],
  ["beat", WORKING],
]);

/** The sentence of a function about the story as a whole. */
export function throughlineOf(intent: string): string {
  return SENTENCES.get(intent) ?? WORKING;
}

/** Largest number of implications. */
const LONGEST = 12;

/** Implications for people, by intent of the ceremony view. */
const OF_INTENT: ReadonlyMap<string, readonly string[]> = new Map([
  ["co_creation", ["welcome_owed", "shared_authorship"]],
  ["intentional_marking", ["shared_vocabulary"]],
  ["dialogue", ["listening", "reciprocity"]],
  ["offering", ["gift_received", "review_owed"]],
  ["acknowledgment", ["witness"]],
]);

/** Relational implications of an event: first those of its intent, then its participants. */
export function relationalImplications(intent: string, facts: Facts): string[] {
  const { sender, is_bot, issue, pull_request, commits } = facts;
  const author = issue?.author || pull_request?.author || "";
  const told = [...OF_INTENT.get(intent) ?? []];
  addPerson(told, is_bot ? "bot" : "sender", sender);
  if (author !== sender) addPerson(told, "author", author);
  addPeople(told, "assignee", issue?.assignees);
  addPeople(told, "assignee", pull_request?.assignees);
  addPeople(told, "reviewer", pull_request?.reviewers);
  addPeople(told, "committer", commits?.committers);
  return told;
}

function addPeople(told: string[], role: string, names: readonly string[] = []): void {
  for (const name of names) addPerson(told, role, name);
}

function addPerson(told: string[], role: string, name: string): void {
  if (name === "" || told.length >= LONGEST) return;
  const person = `${role}:${name}`;
  if (!told.includes(person)) told.push(person);
}
