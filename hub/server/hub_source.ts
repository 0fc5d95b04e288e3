import {
  isLoopback,
  type SourceOptions,
  type SourcePolicy,
  sourcePolicy,
  weakToken,
} from "@loom/bridge/server";
import { LoomError } from "@loom/protocol";
import { HubStartError } from "./bridge_options.ts";

/**
 * Makes the policy for hosts and origins of a hub.
 *
 * @throws {HubStartError} when the hub would be open to others without a token or with a short one, or an origin does not parse
 */
export function hubSource(options: SourceOptions, token: string | undefined): SourcePolicy {
  checkSafety(options, token);
  try {
    return sourcePolicy(options);
  } catch (error) {
    if (!(error instanceof LoomError)) throw error;
    throw new HubStartError("bad_option", error.message, { cause: error });
  }
}

function checkSafety({ host, origins }: SourceOptions, token: string | undefined): void {
  if (token !== undefined) {
    const weak = weakToken(host, token, "the token of the hub (LOOM_BRIDGE_TOKEN)");
    if (weak !== undefined) throw new HubStartError("token_required", weak);
    return;
  }
  if (!isLoopback(host)) {
    throw new HubStartError(
      "token_required",
      `Other machines can reach ${host}, so the hub needs a token there: make one with "loom token", or let it listen on 127.0.0.1.`,
    );
  }
  if (origins.includes("*")) {
    throw new HubStartError(
      "token_required",
      "With pages of all origins permitted the hub needs a token: give it one, or name the origins.",
    );
  }
}
