import { storyMember } from "../../read_members.ts";
import { parseOptionalBody } from "../parse_body.ts";
import { storyOf } from "../query.ts";
import { readPosition } from "../../story/read_story.ts";
import { go } from "../refusals.ts";
import { json } from "../respond.ts";
import type { Route } from "../route.ts";

/** Answers the position of a story; the body may name the story. */
export const postPosition: Route["run"] = async ({ bytes }, { store, story }) => {
  const body = parseOptionalBody(bytes);
  if (!body.ok) return body;
  return go(json(await readPosition(store, storyMember(body.value) ?? story)));
};

/** Answers the position of a story; the query may name the story. */
export const getPosition: Route["run"] = async ({ query }, { store, story }) => {
  const named = storyOf(query, story);
  return named.ok ? go(json(await readPosition(store, named.value))) : named;
};
