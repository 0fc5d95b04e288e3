/**
 * Barriers on pages, as axe-core finds them.
 *
 * @module
 */
import axe, { type Result, type RunOptions } from "axe-core";
import type { Page } from "playwright-core";

/** Passes are not listed one by one: that takes a third of the time. */
const OPTIONS: RunOptions = { resultTypes: ["violations"], preload: false };

/** The serious violations on a page, each with the first element that has it. */
export async function barriersOf(page: Page): Promise<string[]> {
  // Not as a script of the page, whose policy would refuse it.
  if (!await page.evaluate(() => "axe" in globalThis)) await page.evaluate(axe.source);
  const found = await page.evaluate(async (options) => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: RunOptions): Promise<{ violations: Result[] }> };
    };
    return (await axe.run(options)).violations;
  }, OPTIONS);
  return found.filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
}
