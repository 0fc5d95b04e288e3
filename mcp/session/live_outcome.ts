/** Whether the others saw a change at once. The file has it in any case. */
export type LiveOutcome =
  /** The hub has it. */
  | { readonly status: "sent" }
  /** No hub is configured. */
  | { readonly status: "no hub" }
  /** The hub is not there, refused it or broke off. */
  | { readonly status: "failed"; readonly reason: string };

/** What an answer says of it: `live: sent`. */
export function liveText(live: LiveOutcome): string {
  return live.status === "failed" ? `failed: ${live.reason}` : live.status;
}
