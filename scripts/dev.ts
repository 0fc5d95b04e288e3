/**
 * Shows the loom at work: validates the checkout example, draws it into a new temporary folder and walks an order
 * through it.
 *
 * @module
 */
import { runDeno } from "./repository.ts";

const CHECKOUT = "examples/checkout.smdf.json";

/** An order that is interrupted, goes on where it was, and is placed. */
const WALK = [
  "add_item",
  "check_out",
  "pay",
  "choose_address",
  "save_for_later",
  "resume",
  "payment_accepted",
  "choose_carrier",
  "confirm",
];

const commands = (pictures: string): readonly (readonly string[])[] => [
  ["validate", CHECKOUT],
  ["render", CHECKOUT, "--out", pictures],
  ["run", CHECKOUT, "--events", WALK.join(",")],
];

async function main(): Promise<number> {
  const pictures = await Deno.makeTempDir({ prefix: "loom-" });
  for (const command of commands(pictures)) {
    console.log(`\n$ loom ${command.join(" ")}`);
    const code = await runDeno(["run", "-A", "cli/main.ts", ...command]);
    if (code !== 0) return code;
  }
  console.log(`\nIn the browser, while it is edited: deno task loom serve ${CHECKOUT} --web`);
  return 0;
}

Deno.exit(await main());
