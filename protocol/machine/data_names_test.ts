import { assertEquals } from "@std/assert";
import { renameData } from "./data_names.ts";

const RENAMED: Readonly<Record<string, string>> = {
  "n + m": "total + m",
  "n.n == a.n and b?.n": "total.n == a.n and b?.n",
  "f(n, n=n)": "f(total, n=total)",
  "{n, n: n, m: n}": "{n: total, n: total, m: total}",
  "{m: [n, 1], n}": "{m: [total, 1], n: total}",
  "n += 1; n == 2\nn = 'n' + \"n\"": "total += 1; total == 2\ntotal = 'n' + \"n\"",
  "names[n] or nn or $n": "names[total] or nn or $n",
  "(n == 1) and n>=2": "(total == 1) and total>=2",
  "1e3 + 0x1n": "1e3 + 0x1n",
};

for (const [text, renamed] of Object.entries(RENAMED)) {
  Deno.test(`renameData() makes ${JSON.stringify(text)} into ${JSON.stringify(renamed)}`, () => {
    assertEquals(renameData(text, "n", "total", "all"), renamed);
  });
}

Deno.test("renameData() renames only what is assigned where a payload may hide the name", () => {
  assertEquals(
    renameData("n = n + 1; n -= f(n=2); n == 3", "n", "total", "assigned"),
    "total = n + 1; total -= f(n=2); n == 3",
  );
});
