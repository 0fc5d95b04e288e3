import { isObject } from "@loom/protocol";
import type { FollowedMachine } from "./follow_machine.ts";

/** A machine of which nothing was heard yet. */
export const UNHEARD: FollowedMachine = {
  isLive: false,
  trouble: undefined,
  definition: undefined,
  active: [],
  moves: [],
  wish: undefined,
  arrangement: undefined,
};

/** The members of a followed machine that a message may have. */
const MEMBERS = Object.keys(UNHEARD) as readonly (keyof FollowedMachine)[];

/**
 * Writes what has changed since a machine was told last, so that a document which stays as it is travels once.
 *
 * @returns JSON with the members that changed; `null` stands for none.
 */
export function writeMachine(told: FollowedMachine, machine: FollowedMachine): string {
  const changed = MEMBERS.filter((name) => machine[name] !== told[name]);
  return JSON.stringify(Object.fromEntries(changed.map((name) => [name, machine[name] ?? null])));
}

/** The machine with what a message of {@linkcode writeMachine} says; other texts change nothing. */
export function readMachine(machine: FollowedMachine, text: unknown): FollowedMachine {
  const message = parsed(text);
  if (message === undefined) return machine;
  const said = MEMBERS.filter((name) => Object.hasOwn(message, name));
  // The server of the page itself has written it.
  return { ...machine, ...Object.fromEntries(said.map((name) => [name, message[name] ?? undefined])) };
}

function parsed(text: unknown): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(String(text));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
