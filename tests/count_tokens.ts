/**
 * Counts of tokens, from a process of its own: the tables of the tokenizer weigh 29 MB.
 *
 * @module
 */
const PROGRAM = new URL("peers/count_tokens_main.ts", import.meta.url);

/**
 * Counts the tokens of texts, in the encoding `o200k_base`.
 *
 * @param texts Texts; a value of another kind is counted as JSON.
 * @returns One count for each.
 */
export async function countTokens(texts: readonly unknown[]): Promise<number[]> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "--frozen", "--quiet", PROGRAM.href],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const input = child.stdin.getWriter();
  const spoken = texts.map((text) => typeof text === "string" ? text : JSON.stringify(text));
  await input.write(new TextEncoder().encode(JSON.stringify(spoken)));
  await input.close();
  const { success, stdout } = await child.output();
  if (!success) throw new Error("The tokens cannot be counted: tests/peers/count_tokens_main.ts failed.");
  return JSON.parse(new TextDecoder().decode(stdout));
}
