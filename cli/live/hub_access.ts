import { envAlias, type KindTable } from "@loom/protocol";
import { resolve } from "@std/path";
import type { Context } from "../context.ts";
import { STANDARD_INPUT } from "../load_document.ts";
import { UsageError } from "../usage_error.ts";
import { readTokenFile } from "./token_file.ts";

/** The port of a hub that nobody gave another. */
export const HUB_PORT = 4599;

/** The address and the token of a hub. */
export interface HubAccess {
  /** Its address. */
  readonly url: string;
  /** True when someone named it; else it is where a hub of this machine would be. */
  readonly isConfigured: boolean;
  /** The token to give. */
  readonly token: string | undefined;
  /** The name that the others see. */
  readonly name: string | undefined;
  /** The kinds of documents. */
  readonly kinds: KindTable;
}

/**
 * The hub that the command line or the environment names.
 *
 * @returns `undefined` when neither names one.
 * @throws {UsageError} When the address is none, or the token is given twice.
 * @throws {TokenFileError} When the token cannot be read.
 */
export async function configuredHub(context: Context): Promise<HubAccess | undefined> {
  const { hub, io } = context;
  const given = hub.url ?? envAlias("BRIDGE_URL", io.env);
  // An empty one on the command line is for going without the one of the environment.
  if (given === undefined || given === "") return undefined;
  return {
    url: addressOf(given),
    isConfigured: true,
    token: await hubToken(context),
    name: hub.name || undefined,
    kinds: context.kinds,
  };
}

/** The hub that is named, else the one that may run on this machine. */
export async function likelyHub(context: Context): Promise<HubAccess> {
  const named = await configuredHub(context);
  if (named !== undefined) return named;
  const port = envAlias("BRIDGE_PORT", context.io.env) ?? String(HUB_PORT);
  const url = addressOf(`http://127.0.0.1:${port}`);
  const token = await hubToken(context);
  return { url, isConfigured: false, token, name: context.hub.name || undefined, kinds: context.kinds };
}

/**
 * The token of the hub: from the command line, from a file, from the environment.
 *
 * @throws {UsageError} When it is given twice.
 * @throws {TokenFileError} When it cannot be read.
 */
export async function hubToken({ hub, io }: Context): Promise<string | undefined> {
  if (hub.token !== undefined && hub.tokenFile !== undefined) {
    throw new UsageError("--token and --token-file both give the token: give one of them.");
  }
  if (hub.token === "") throw new UsageError("--token needs a token that is not empty.");
  if (hub.tokenFile !== undefined) return await readTokenFile(hub.tokenFile);
  return hub.token ?? envAlias("BRIDGE_TOKEN", io.env);
}

/** The document as a hub knows it. */
export function hubDocument(path: string): string {
  if (path === STANDARD_INPUT) {
    throw new UsageError("Standard input is no document that others could share: name one.");
  }
  return resolve(path);
}

/** An address of a hub, as a client takes it. */
function addressOf(text: string): string {
  const url = URL.parse(text);
  if (url === null || !["http:", "https:", "ws:", "wss:"].includes(url.protocol)) {
    throw new UsageError(`"${text}" is no address of a hub: write it as http://127.0.0.1:${HUB_PORT}.`);
  }
  if (url.username !== "" || url.password !== "") {
    // It is not repeated: addresses are shown, and passwords are not.
    throw new UsageError(
      "The address of a hub takes no name and no password: leave them out, and give a token with --token-file.",
    );
  }
  if (url.pathname !== "/") {
    throw new UsageError(`"${text}" goes on behind the address of a hub: write it as ${url.origin}.`);
  }
  return url.href.replace(/\/$/, "");
}
