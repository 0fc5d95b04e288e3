import { assertEquals, assertThrows } from "@std/assert";
import { type SettingSources, SettingsReader } from "./settings.ts";

const TABLE = {
  host: { variable: "LOOM_SHOP_HOST", standard: "127.0.0.1", meaning: "the address" },
  port: { variable: "LOOM_SHOP_PORT", flag: "port", standard: "4700", meaning: "the port" },
  hosts: { variable: "LOOM_SHOP_HOSTS", standard: "", meaning: "names" },
  origins: { variable: "LOOM_SHOP_ORIGINS", standard: "loopback", meaning: "origins" },
  token: { variable: "LOOM_SHOP_TOKEN", standard: "", meaning: "the token", isSecret: true },
  days: { variable: "LOOM_SHOP_DAYS", standard: "0", meaning: "days" },
  lock: { variable: "LOOM_SHOP_LOCK", standard: "", meaning: "a switch" },
  secret: { variable: "FORGE_SECRET", standard: "", meaning: "a variable of others" },
} as const;

class SettingsError extends Error {}

function reader(
  env: Record<string, string> = {},
  given: SettingSources<keyof typeof TABLE>["given"] = {},
): SettingsReader<keyof typeof TABLE> {
  return new SettingsReader(TABLE, { env, given, error: (message) => new SettingsError(message) });
}

Deno.test("SettingsReader gives the standard of what is not set", () => {
  const read = reader({ LOOM_SHOP_HOST: "" });
  assertEquals([read.text("host"), read.optional("host"), read.port("port")], ["127.0.0.1", undefined, 4700]);
  assertEquals([read.words("hosts"), read.words("origins"), read.token("token")], [
    [],
    ["loopback"],
    undefined,
  ]);
  assertEquals([read.isOn("lock"), read.integer("days", { least: 0, most: 9 }), read.text("secret")], [
    false,
    0,
    "",
  ]);
});

Deno.test("SettingsReader reads variables, older spellings of the loom's own included", () => {
  const read = reader({
    SMCRAFT_SHOP_HOST: "::1",
    STATELOOM_SHOP_PORT: " 0 ",
    LOOM_SHOP_HOSTS: "a.example, b.example c.example",
    LOOM_SHOP_ORIGINS: " , ",
    LOOM_SHOP_TOKEN: "t",
    FORGE_SECRET: "s",
  });
  assertEquals([read.text("host"), read.port("port"), read.token("token")], ["::1", 0, "t"]);
  assertEquals(read.words("hosts"), ["a.example", "b.example", "c.example"]);
  assertEquals([read.words("origins"), read.optional("secret")], [["loopback"], "s"]);
});

Deno.test("SettingsReader takes given values before variables", () => {
  const read = reader({ LOOM_SHOP_PORT: "1", LOOM_SHOP_HOST: "a" }, {
    port: "2",
    host: undefined,
    hosts: ["x y", "z"],
  });
  assertEquals([read.port("port"), read.text("host"), read.words("hosts")], [2, "a", ["x y", "z"]]);
});

Deno.test("SettingsReader reads switches", () => {
  const isOn = (text: string) => reader({ LOOM_SHOP_LOCK: text }).isOn("lock");
  assertEquals(["1", "true", "Yes"].map(isOn), [true, true, true]);
  assertEquals(["0", "false", "no", "OFF", " "].map(isOn), [false, false, false, false, false]);
  assertThrows(() => isOn("ture"), SettingsError, 'LOOM_SHOP_LOCK is "ture", which is neither yes nor no');
});

Deno.test("SettingsReader says which value it does not understand, and where it came from", () => {
  for (const port of ["65536", "-1", "http", "4610x", "1.5", "999999", "0x10"]) {
    const sentence =
      `LOOM_SHOP_PORT is "${port}", which is no port: set a whole number from 0 to 65535, or two.`;
    assertThrows(() => reader({ LOOM_SHOP_PORT: port }).port("port", ", or two"), SettingsError, sentence);
  }
  assertThrows(() => reader({}, { port: "x" }).port("port"), SettingsError, '--port is "x"');
  const days = () => reader({ LOOM_SHOP_DAYS: "10" }).integer("days", { least: 0, most: 9 });
  assertThrows(days, SettingsError, 'LOOM_SHOP_DAYS is "10", which is no whole number from 0 to 9');
  const origins = () => reader().parse("origins", () => undefined, "is no list.");
  assertThrows(origins, SettingsError, 'LOOM_SHOP_ORIGINS is "loopback", which is no list.');
});

Deno.test("SettingsReader shows no secret", () => {
  for (const token of ["two words", "line\n", "schlüssel"]) {
    const error = assertThrows(() => reader({ LOOM_SHOP_TOKEN: token }).token("token"), SettingsError);
    assertEquals(error.message.includes(token), false);
    assertEquals(error.message.startsWith("LOOM_SHOP_TOKEN has spaces or characters"), true);
  }
});
