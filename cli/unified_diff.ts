import { editScript, type LineRun } from "./edit_script.ts";
import type { Paint } from "./paint.ts";

/** Number of unchanged lines stand around a change. */
const CONTEXT = 3;

/**
 * The difference of two texts in the unified format of diff(1).
 *
 * @param before The text before.
 * @param after The text after.
 * @param path The name for both.
 * @returns The lines, joined by `\n`; `""` when the texts are the same.
 */
export function unifiedDiff(before: string, after: string, path: string): string {
  if (before === after) return "";
  const [old, young] = [linesOf(before), linesOf(after)];
  const hunks = hunksOf(editScript(old, young));
  const lines = hunks.flatMap((runs) => hunkLines(runs, old, young));
  return [`--- ${path}`, `+++ ${path}`, ...lines].join("\n");
}

/** Colours the lines of a unified diff. */
export function paintedDiff(diff: string, paint: Paint): string {
  return diff.split("\n").map((line, index) => {
    if (index < 2) return paint.strong(line);
    if (line.startsWith("+")) return paint.good(line);
    if (line.startsWith("-")) return paint.bad(line);
    return line.startsWith("@@") ? paint.live(line) : line;
  }).join("\n");
}

const NO_FINAL_NEWLINE = "\n\\ No newline at end of file";

/** The lines without their ends; a last line without an end says so, as in diff(1). */
function linesOf(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  else lines.push((lines.pop() ?? "") + NO_FINAL_NEWLINE);
  return lines;
}

/** Puts changes together that share lines of context. */
function hunksOf(changes: readonly LineRun[]): LineRun[][] {
  const hunks: LineRun[][] = [];
  for (const change of changes) {
    const last = hunks.at(-1)?.at(-1);
    if (last && change.oldStart - last.oldEnd <= 2 * CONTEXT) hunks.at(-1)?.push(change);
    else hunks.push([change]);
  }
  return hunks;
}

function hunkLines(runs: readonly LineRun[], old: readonly string[], young: readonly string[]): string[] {
  const [first, last] = [runs[0], runs.at(-1)];
  if (!first || !last) return [];
  const lead = Math.min(CONTEXT, first.oldStart);
  const trail = Math.min(CONTEXT, old.length - last.oldEnd);
  const lines: string[] = [];
  let at = first.oldStart - lead;
  for (const run of runs) {
    for (; at < run.oldStart; at++) lines.push(` ${old[at]}`);
    for (; at < run.oldEnd; at++) lines.push(`-${old[at]}`);
    for (let index = run.newStart; index < run.newEnd; index++) lines.push(`+${young[index]}`);
  }
  for (; at < last.oldEnd + trail; at++) lines.push(` ${old[at]}`);
  const oldRange = rangeText(first.oldStart - lead, last.oldEnd + trail);
  const newRange = rangeText(first.newStart - lead, last.newEnd + trail);
  return [`@@ -${oldRange} +${newRange} @@`, ...lines];
}

/** A range of lines as diff(1) writes it: counted from 1, an empty one by the line before it. */
function rangeText(start: number, end: number): string {
  const count = end - start;
  return count === 1 ? `${start + 1}` : `${count === 0 ? start : start + 1},${count}`;
}
