/** Appends a line to a file in one write, so that lines of programs that run at once do not mix. */
export async function appendLine(path: string, line: string): Promise<void> {
  using file = await Deno.open(path, { append: true, create: true, mode: 0o600 });
  await file.write(new TextEncoder().encode(line));
}
