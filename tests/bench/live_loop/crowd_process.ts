/**
 * The process with the clients, as the one with the servers sees it.
 *
 * @module
 */
import { fromFileUrl } from "@std/path";
import { lines } from "./lines.ts";
import type { CrowdOrder, CrowdReport } from "./wire.ts";

const PROGRAM = fromFileUrl(new URL("crowd_main.ts", import.meta.url));

/** A running process with clients. */
export interface CrowdProcess {
  /** Has the clients do something; settles when it is done. */
  ask(order: CrowdOrder): Promise<CrowdReport>;
  /** Ends it. */
  close(): Promise<void>;
}

/** Starts a process with clients. */
export function startCrowd(): CrowdProcess {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "--quiet", PROGRAM],
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const orders = child.stdin.getWriter();
  const reports = lines(child.stdout);
  return {
    ask: async (order) => {
      await orders.write(new TextEncoder().encode(`${JSON.stringify(order)}\n`));
      const report = await reports.next();
      if (report.done) throw new Error("The process with the clients has ended.");
      return JSON.parse(report.value);
    },
    close: async () => {
      await orders.close().catch(() => {});
      await reports.return(undefined);
      await child.status;
    },
  };
}
