import { resolve } from "@std/path";
import { attend, loomParts } from "../client_session.ts";
import type { ServerParts } from "../server/parts.ts";
import { resolveNewPath } from "@loom/bridge/document";
import type { SessionOptions } from "../session/session.ts";
import type { Settings } from "../settings.ts";
import { VERSION } from "../version.ts";
import { runHttp } from "./serve_http.ts";
import type { HttpSettings } from "./settings.ts";

/** Effects of {@linkcode overHttp}; tests pass their own. */
export interface HttpOutside {
  /** Takes errors, and what happens. */
  readonly remark: (text: string) => void;
  /** Aborted when the program is to stop. */
  readonly stop: AbortSignal;
  /** Tools and resources to offer. Default: those of the settings. */
  readonly parts?: ServerParts;
}

/**
 * Serves the loom over HTTP until the program is to stop.
 *
 * @throws {DocumentError} `outside_root` when the first document lies there, ...
 * @throws {HttpStartError} when it cannot listen, or a setting is not understood
 */
export async function overHttp(
  http: HttpSettings,
  { session, toolsets }: Settings,
  { remark, stop, parts = loomParts(toolsets, session.kinds) }: HttpOutside,
): Promise<void> {
  await resolveNewPath(session.path, session.root);
  const options: SessionOptions = { ...session, isRemote: true };
  await runHttp({
    ...http,
    attend: () => attend(parts, options),
    about: aboutSession(session),
    remark: (line) => remark(`loom-mcp: ${line}\n`),
    stop,
  });
}

function aboutSession({ path, root, isLocked = false, hub }: SessionOptions): string[] {
  return [
    `version ${VERSION}`,
    `document ${resolve(path)}${isLocked ? ", the only one" : ""}`,
    root === undefined ? "no root: clients can name any path (LOOM_MCP_ROOT)" : `root ${resolve(root)}`,
    hub === undefined ? "no hub: changes go to the file only (LOOM_BRIDGE_URL)" : `hub ${hub.url}`,
  ];
}
