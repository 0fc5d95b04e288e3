/**
 * Counts tokens: takes a list of texts as JSON on standard input, and prints the list of their counts.
 *
 * @module
 */
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";

const texts: readonly string[] = await new Response(Deno.stdin.readable).json();
console.log(JSON.stringify(texts.map((text) => countTokens(text))));
