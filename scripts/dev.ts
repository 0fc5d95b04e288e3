/**
 * Shows the loom at work: validates the checkout example, draws it and walks an order through it.
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

const COMMANDS: readonly (readonly string[])[] = [
  ["validate", CHECKOUT],
  ["render", CHECKOUT, "--as", "ascii", "--out", "-"],
  ["run", CHECKOUT, "--events", WALK.join(",")],
];

async function main(): Promise<number> {
  for (const command of COMMANDS) {
    console.log(`\n$ loom ${command.join(" ")}`);
    const code = await runDeno(["run", "-A", "cli/main.ts", ...command]);
    if (code !== 0) return code;
  }
  return 0;
}

Deno.exit(await main());
