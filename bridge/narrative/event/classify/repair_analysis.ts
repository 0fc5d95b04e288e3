import { isObject, type JsonObject, type JsonValue } from "@loom/protocol";
import { cutText, wrongMember } from "../../read_members.ts";
import { LONGEST_NAME } from "../facts.ts";
import { type Act, type Analysis, type Perspective, type Universe, UNIVERSES } from "../../types.ts";
import { actOfFunction, BUILT_IN_RULES } from "./rules.ts";
import { coherenceOf, leadOf } from "./classify.ts";

/** Other spellings of the views, as neighbouring analysers write them. */
const VIEW_ALIASES: ReadonlyMap<string, Universe> = new Map([
  ["engineer-world", "engineer"],
  ["ceremony-world", "ceremony"],
  ["story-engine-world", "story_engine"],
]);

/**
 * Reads an analysis that was made elsewhere. What is missing or out of range is put right where it can be: the act from the intent, the
 * lead and the score from the confidences, confidences and flows from the built-in rules.
 *
 * @throws {NarrativeError} `invalid_field` when a view is missing, or its intent
 */
export function repairAnalysis(given: unknown): Analysis {
  if (!isObject(given)) {
    throw wrongMember("analysis", given === undefined ? "is required" : "must be an object");
  }
  const members = given as JsonObject;
  const story = viewOf(members, "story_engine", ["story_engine", "storyEngine"]);
  const views = {
    engineer: viewOf(members, "engineer", ["engineer"]),
    ceremony: viewOf(members, "ceremony", ["ceremony"]),
    story_engine: { ...story, context: { ...story.context, act: actOf(story) } },
  };
  return {
    ...views,
    lead_universe: leadAs(members) ?? leadOf(views),
    coherence_score: scoreOf(members, views),
  };
}

function viewOf(analysis: JsonObject, view: Universe, names: readonly string[]): Perspective {
  const given = member(analysis, names);
  if (!isObject(given)) {
    throw wrongMember(`analysis.${view}`, given === undefined ? "is required" : "must be an object");
  }
  const { intent, confidence, context } = given;
  if (typeof intent !== "string") {
    throw wrongMember(`analysis.${view}.intent`, intent === undefined ? "is required" : "must be a string");
  }
  const flows = member(given as JsonObject, ["suggested_flows", "suggestedFlows"]);
  return {
    // Any text is an intent; its stored length is limited.
    intent: cutText(intent, LONGEST_NAME),
    confidence: isNumber(confidence) ? clamped(confidence) : BUILT_IN_RULES.confidence[view],
    suggested_flows: Array.isArray(flows)
      ? flows.filter((flow) => typeof flow === "string")
      : [...BUILT_IN_RULES.flows[view]],
    context: isObject(context) ? context as JsonObject : {},
  };
}

function actOf({ intent, context }: Perspective): Act {
  const { act } = context;
  return act === 1 || act === 2 || act === 3 ? act : actOfFunction(intent);
}

function leadAs(analysis: JsonObject): Universe | undefined {
  const given = member(analysis, ["lead_universe", "leadUniverse", "lead_perspective", "leadPerspective"]);
  if (typeof given !== "string") return undefined;
  return UNIVERSES.find((view) => view === given) ?? VIEW_ALIASES.get(given);
}

function scoreOf(analysis: JsonObject, views: Pick<Analysis, Universe>): number {
  const given = member(analysis, ["coherence_score", "coherenceScore"]);
  return clamped(isNumber(given) ? given : coherenceOf(views));
}

/** The first of these members that the object has. */
function member(holder: JsonObject, names: readonly string[]): JsonValue | undefined {
  const name = names.find((candidate) => Object.hasOwn(holder, candidate));
  return name === undefined ? undefined : holder[name];
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function clamped(value: number): number {
  return Math.min(Math.max(value, 0), 1);
}
