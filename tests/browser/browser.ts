/**
 * The browser of this machine, for tests of pages.
 *
 * @module
 */
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

/** The program of one of some names; `undefined` where there is none. */
function programOf(names: readonly string[]): string | undefined {
  const folders = (Deno.env.get("PATH") ?? "").split(":");
  return names.flatMap((name) => folders.map((folder) => `${folder}/${name}`)).find((path) => {
    try {
      return Deno.statSync(path).isFile;
    } catch {
      return false;
    }
  });
}

const WITH_WINDOWS = ["chromium", "google-chrome"];

/** The browser's program; the one without windows takes two thirds of the time. */
export const BROWSER_PROGRAM: string | undefined = programOf(["chromium-headless-shell", ...WITH_WINDOWS]);

/** The browser that people have, for what is measured. */
export const MEASURED_BROWSER: string | undefined = programOf(WITH_WINDOWS) ?? BROWSER_PROGRAM;

/** Whether there is a browser. */
export const HAS_BROWSER: boolean = BROWSER_PROGRAM !== undefined;

/** A browser that is open, and what its pages complained about. */
export interface OpenBrowser extends AsyncDisposable {
  /** Opens a page of its own: nothing is shared with others, and what moves is at its new place at once. */
  page(options?: BrowserContextOptions): Promise<Page>;
  /** Errors of scripts, refused loads and violations of policies. */
  readonly complaints: readonly string[];
}

/** Starts the browser. */
export async function openBrowser(program: string | undefined = BROWSER_PROGRAM): Promise<OpenBrowser> {
  const browser: Browser = await chromium.launch({
    ...(program === undefined ? {} : { executablePath: program }),
    // Containers have no namespaces to put it in; the pages are ours.
    args: ["--no-sandbox"],
  });
  const complaints: string[] = [];
  return {
    complaints,
    async page(options = {}) {
      const page = await (await browser.newContext({ reducedMotion: "reduce", ...options })).newPage();
      page.on("pageerror", (error) => complaints.push(String(error)));
      page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
      });
      return page;
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}
