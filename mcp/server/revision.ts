import { LATEST_PROTOCOL_VERSION, SUPPORTED_PROTOCOL_VERSIONS } from "../sdk.ts";

/** The revision of the protocol from which on there are no batches, and results may have links to resources. */
const WITHOUT_BATCHES = "2025-06-18";

/** The revision of clients over HTTP that do not say theirs. */
export const SILENT_REVISION = "2025-03-26";

/** The refusal of a batch. */
export const NO_BATCHES =
  "The protocol has no batches (JSON arrays of messages) since revision 2025-06-18: send each message on its own.";

/** The revision that an `initialize` request leads to; `undefined` for every other message. */
export function agreedRevision(message: unknown): string | undefined {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { protocolVersion?: unknown } };
  if (method !== "initialize") return undefined;
  const wished = params?.protocolVersion;
  return SUPPORTED_PROTOCOL_VERSIONS.find((one) => one === wished) ?? LATEST_PROTOCOL_VERSION;
}

/** True when a revision has batches. Dates in this form sort as text. */
export function hasBatches(revision: string): boolean {
  return revision < WITHOUT_BATCHES;
}

/** True when results of a revision may have links to resources. */
export function hasResourceLinks(revision: string): boolean {
  return revision >= WITHOUT_BATCHES;
}
