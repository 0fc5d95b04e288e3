/**
 * A process that makes beats one after the other: `narrative_writer.ts <store> <name> <beats>`. After each that the store acknowledged
 * it prints a line: the event, the beat, and whether it was new.
 *
 * @module
 */
import { openStore } from "../../bridge/narrative/store/open_store.ts";
import { draftOf } from "../../bridge/narrative/store/testing/records.ts";

if (import.meta.main) {
  const [address = "", name = "", beats = "0"] = Deno.args;
  const store = await openStore(address);
  const out = new TextEncoder();
  for (let at = 0; at < Number(beats); at++) {
    const eventId = `${name}_${at}`;
    const { beat, created } = await store.createBeat("main", draftOf(eventId));
    await Deno.stdout.write(out.encode(`${eventId} ${beat.id} ${created ? "new" : "known"}\n`));
  }
  await store.close();
}
