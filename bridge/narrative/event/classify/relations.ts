import type { Facts } from "../../types.ts";

/** How many implications are told at most. */
const LONGEST = 12;

/** What follows for people from what an event is. */
const OF_INTENT: ReadonlyMap<string, readonly string[]> = new Map([
  ["co_creation", ["welcome_owed", "shared_authorship"]],
  ["intentional_marking", ["shared_vocabulary"]],
  ["dialogue", ["listening", "reciprocity"]],
  ["offering", ["gift_received", "review_owed"]],
  ["acknowledgment", ["witness"]],
]);

/** What an event means among people: what its intent asks of them, then who takes part in it. */
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
