import { assertEquals } from "@std/assert";
import { EventEmitter } from "node:events";
import type { HubServer } from "../hub.ts";
import { sendTogether } from "./send_together.ts";

/** A connection that was opened with such headers, and what happens to its socket. */
function connected(headers: Record<string, string>): { connection: EventEmitter; deeds: string[] } {
  const deeds: string[] = [];
  const socket = { cork: () => deeds.push("cork"), uncork: () => deeds.push("uncork") };
  const connection = Object.assign(new EventEmitter(), { request: { headers, socket } });
  const engine = new EventEmitter();
  sendTogether({ engine } as unknown as HubServer);
  engine.emit("connection", connection);
  return { connection, deeds };
}

Deno.test("sendTogether() holds the socket while several messages are handed over", () => {
  const { connection, deeds } = connected({ upgrade: "websocket" });
  connection.emit("flush", ["one", "two"]);
  assertEquals(deeds, ["cork"]);
  connection.emit("drain");
  assertEquals(deeds, ["cork", "uncork"]);
});

Deno.test("sendTogether() lets a single message go as it is", () => {
  const { connection, deeds } = connected({ upgrade: "websocket" });
  connection.emit("flush", ["one"]);
  connection.emit("drain");
  assertEquals(deeds, []);
});

Deno.test("sendTogether() leaves connections alone that began with plain requests", () => {
  const { connection, deeds } = connected({});
  connection.emit("flush", ["one", "two"]);
  connection.emit("drain");
  assertEquals(deeds, []);
});
