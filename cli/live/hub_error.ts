import { LoomError } from "@loom/protocol";

/** Why a hub was of no use. */
export type HubErrorCode =
  /** Nothing answers at its address, or not in time. */
  | "no_hub"
  /** It answers and refuses, or breaks off. */
  | "hub_refused";

/** A live hub was needed and is of no use. */
export class HubError extends LoomError {
  declare readonly code: HubErrorCode;
  /** The hub's own code, where it refused. */
  readonly refusal?: string;

  /** Makes the error from its sentence. */
  constructor(
    code: HubErrorCode,
    message: string,
    { refusal, ...options }: ErrorOptions & { readonly refusal?: string | undefined } = {},
  ) {
    super(code, message, options);
    this.name = "HubError";
    if (refusal !== undefined) this.refusal = refusal;
  }
}
