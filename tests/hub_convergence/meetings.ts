/**
 * Where those who edit meet: one hub that is killed and started again, or three that share a Redis.
 *
 * @module
 */
import { startRedis } from "../redis/redis_server.ts";
import { type HubProcess, startHub as startSharing } from "../redis/run_hubs.ts";
import type { Meeting } from "./convergence.ts";
import { startHub } from "./hub_process.ts";

/** What is done at a meeting, with a folder for its documents. */
export type AtMeeting = (meeting: Meeting, folder: string) => Promise<void>;

/** Meets at one hub, which keeps everything in memory. */
export async function atOneHub(work: AtMeeting): Promise<void> {
  await inFolder(async (folder) => {
    const hub = await startHub(folder);
    try {
      await work({ port: () => hub.port, disturb: () => hub.restart() }, folder);
    } finally {
      await hub.close();
    }
  });
}

/** Meets at three hubs that share a Redis. Who was at the one that is killed goes to another; a new one takes its place. */
export async function atThreeHubs(work: AtMeeting): Promise<void> {
  await inFolder(async (folder) => {
    const redis = await startRedis();
    const start = () => startSharing(redis.url, folder);
    const hubs = await Promise.all([start(), start(), start()]);
    let alive: readonly HubProcess[] = hubs;
    let turn = 0;
    const disturb = async () => {
      const at = turn++ % hubs.length;
      const victim = hubs[at];
      alive = hubs.filter((hub) => hub !== victim);
      await victim?.kill();
      hubs[at] = await start();
      alive = [...hubs];
    };
    const port = (party: number) => Number(new URL(alive[party % alive.length]?.url ?? "").port);
    try {
      await work({ port, disturb }, folder);
    } finally {
      await Promise.all(hubs.map((hub) => hub.kill()));
      await redis.kill();
    }
  });
}

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.realPath(await Deno.makeTempDir());
  try {
    await work(folder);
  } finally {
    // Someone may still be writing there when a meeting ended in an error, which is what is to be seen.
    await Deno.remove(folder, { recursive: true }).catch(() => {});
  }
}
