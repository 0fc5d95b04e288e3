import type { BridgeError } from "@loom/hub/client";

/** The cause of a notice. */
export type NoticeCause =
  /** The hub cannot be reached, or takes nothing just now. */
  | "hub"
  /** A change of the person was refused, or a step back was. */
  | "edit"
  /** A conflict that the person decides. */
  | "conflict"
  /** A save failed. */
  | "save";

/** Events that end the cause of a notice. */
export type NoticeEnd = "joined" | "acknowledged" | "edited" | "decided" | "saved" | "clean" | "readable";

/** The ends of each cause. */
const ENDS: Readonly<Record<NoticeCause, readonly NoticeEnd[]>> = {
  hub: ["joined", "acknowledged"],
  edit: ["edited"],
  conflict: ["decided"],
  save: ["saved", "clean", "readable"],
};

/** Codes of errors about the hub as a whole. */
const ABOUT_HUB: ReadonlySet<string> = new Set([
  "connect_error",
  "join_failed",
  "timeout",
  "disconnected",
  "unavailable",
  "rate_limited",
  "shutting_down",
  "internal",
  "read_failed",
  "unauthorized",
  "forbidden_path",
  "forbidden_origin",
  "not_joined",
]);

/** The last message for the person, while its cause lasts. */
export class SessionNotice {
  #notice: { readonly text: string; readonly cause: NoticeCause } | null = null;

  /** The message, a sentence; `null` for none. */
  get text(): string | null {
    return this.#notice?.text ?? null;
  }

  /** Shows a message until its cause ends. */
  show(text: string, cause: NoticeCause): void {
    this.#notice = { text, cause };
  }

  /** Takes a message away whose cause has ended. */
  end(...ends: readonly NoticeEnd[]): void {
    const cause = this.#notice?.cause;
    if (cause !== undefined && ends.some((end) => ENDS[cause].includes(end))) this.#notice = null;
  }
}

/**
 * The cause of an error of the client.
 *
 * @param isClashed true while the person has a conflict to decide
 */
export function causeOf({ code }: BridgeError, isClashed: boolean): NoticeCause {
  return ABOUT_HUB.has(code) ? "hub" : isClashed ? "conflict" : "edit";
}
