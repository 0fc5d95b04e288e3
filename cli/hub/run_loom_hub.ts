import { jsonLog, untilAborted, versionLine } from "@loom/bridge/server";
import { type Environment, LoomError } from "@loom/protocol";
import { EXIT, type ExitCode, exitCodeOf } from "../exit_code.ts";
import { VERSION } from "../version.ts";
import { hubHelp, readHubSettings } from "./hub_settings.ts";
import { serveHub } from "./serve_hub.ts";

/** All that the program `loom-hub` has of the outside; tests pass their own. */
export interface HubOutside {
  /** The environment's variables. */
  readonly env: Environment;
  /** Takes the result: the address, or a text that was asked for. */
  readonly print: (text: string) => void;
  /** Takes errors, and what happens. */
  readonly remark: (text: string) => void;
  /** Aborted when the program is to stop. */
  readonly stop: AbortSignal;
}

/**
 * Runs the program `loom-hub` until it is to stop.
 *
 * @param args its words
 * @returns the number to end with
 */
export async function runLoomHub(args: readonly string[], outside: HubOutside): Promise<ExitCode> {
  try {
    const settings = readHubSettings(args, outside.env);
    if (settings === "help") outside.print(hubHelp());
    else if (settings === "version") outside.print(`${await versionLine("loom-hub", VERSION)}\n`);
    else {
      await serveHub(settings, {
        log: jsonLog(outside.remark),
        onListening: ({ url }) => outside.print(`${url}\n`),
        until: untilAborted(outside.stop),
      });
    }
    return EXIT.done;
  } catch (error) {
    if (!(error instanceof LoomError)) throw error;
    outside.remark(`loom-hub: ${error.message}\n`);
    return exitCodeOf(error);
  }
}
