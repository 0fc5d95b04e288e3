import { cutText } from "../read_members.ts";
import type { Facts } from "../types.ts";

/** Upper limit of an event's stored facts, in bytes of JSON. */
export const FACTS_LIMIT = 4096;

/** Lengths to try in turn: how many code points a text keeps, and how many names a list. */
const BOUNDS: readonly { readonly text: number; readonly names: number }[] = [
  { text: 500, names: 40 },
  { text: 300, names: 20 },
  { text: 150, names: 10 },
  { text: 60, names: 5 },
  { text: 20, names: 5 },
];

/** Labels that say how urgent an issue is outlive the others. */
const URGENT = /critical|high/i;

const encoder = new TextEncoder();

/** Facts that fit, and their JSON. */
export interface BoundFacts {
  readonly facts: Facts;
  readonly text: string;
}

/**
 * Limits facts to the stored size. Most fit; of others, long texts and long lists are cut, and the labels that
 * tell the priority stay.
 */
export function boundFacts(facts: Facts): BoundFacts {
  const whole = written(facts);
  if (fits(whole)) return whole;
  for (const bound of BOUNDS) {
    const bounded = written(cut(facts, bound));
    if (fits(bounded)) return bounded;
  }
  const { type, action, key, is_bot } = facts;
  return written({
    type: cutText(type, 40),
    action: cutText(action, 40),
    key: cutText(key, 80),
    sender: "",
    is_bot,
  });
}

function written(facts: Facts): BoundFacts {
  return { facts, text: JSON.stringify(facts) };
}

/** Most bytes of UTF-8 for one UTF-16 unit. */
const UNIT_BYTES = 3;

function fits({ text }: BoundFacts): boolean {
  return text.length * UNIT_BYTES <= FACTS_LIMIT || encoder.encode(text).length <= FACTS_LIMIT;
}

function cut(facts: Facts, { text, names }: { text: number; names: number }): Facts {
  const short = (value: string) => cutText(value, text);
  const few = (values: readonly string[]) => values.slice(0, names).map(short);
  const { issue, pull_request, commits } = facts;
  return {
    type: short(facts.type),
    action: short(facts.action),
    key: short(facts.key),
    sender: short(facts.sender),
    is_bot: facts.is_bot,
    ...(issue && {
      issue: {
        number: short(issue.number),
        title: short(issue.title),
        labels: few(urgentFirst(issue.labels)),
        author: short(issue.author),
        assignees: few(issue.assignees),
      },
    }),
    ...(pull_request && {
      pull_request: {
        number: short(pull_request.number),
        title: short(pull_request.title),
        merged: pull_request.merged,
        author: short(pull_request.author),
        assignees: few(pull_request.assignees),
        reviewers: few(pull_request.reviewers),
      },
    }),
    ...(commits && {
      commits: {
        count: commits.count,
        committers: few(commits.committers),
        ...(commits.before === undefined ? {} : { before: short(commits.before) }),
        ...(commits.subjects === undefined ? {} : { subjects: few(commits.subjects) }),
      },
    }),
  };
}

function urgentFirst(labels: readonly string[]): string[] {
  return [...labels.filter((name) => URGENT.test(name)), ...labels.filter((name) => !URGENT.test(name))];
}
