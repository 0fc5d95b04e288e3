import { envAlias } from "@loom/protocol";
import type { Run } from "../command.ts";
import type { Context } from "../context.ts";
import { EXIT, type ExitCode } from "../exit_code.ts";
import { hubDocument, likelyHub } from "../live/hub_access.ts";
import { documentOf } from "../load_document.ts";
import type { OPEN } from "../table/live.ts";
import { UsageError } from "../usage_error.ts";
import { WEB_PORT } from "../web_port.ts";

type Values = Parameters<Run<typeof OPEN>>[1];

/** Opens the page of a document; or asks the canvases that have it open to show something. */
export const open: Run<typeof OPEN> = async (context, values) => {
  const doc = hubDocument(documentOf(context, values.doc));
  const { web, member, focus, note } = values;
  const isWish = member !== undefined || focus !== undefined || note !== undefined;
  return web !== undefined || !isWish
    ? openPage(context, doc, values)
    : await askCanvases(context, doc, values);
};

/** Opens the page in the browser of the person; where there is none, the address is told all the same. */
async function openPage(
  context: Context,
  doc: string,
  { web, member, focus, note }: Values,
): Promise<ExitCode> {
  if (member !== undefined || note !== undefined) {
    throw new UsageError(
      "--member and --note are for canvases that are open already: leave them out, or --web.",
    );
  }
  const address = pageAddress(context, web);
  address.searchParams.set("doc", doc);
  if (focus !== undefined) address.searchParams.set("focus", focus);
  const isOpened = await opens(context, address.href);
  if (context.json) context.printJson({ doc, page: address.href, opened: isOpened });
  else context.print(address.href);
  if (!isOpened) context.remark("No browser can be started here: visit the address by hand.");
  return EXIT.done;
}

async function opens({ io }: Context, address: string): Promise<boolean> {
  try {
    await io.view(address);
    return true;
  } catch {
    return false;
  }
}

function pageAddress({ io }: Context, given: string | undefined): URL {
  const port = envAlias("WEB_PORT", io.env) ?? WEB_PORT;
  const text = given ?? envAlias("CANVAS_URL", io.env) ?? `http://127.0.0.1:${port}`;
  const url = URL.parse(text);
  if (url?.protocol === "http:" || url?.protocol === "https:") return url;
  throw new UsageError(`"${text}" is no address of pages: write it as http://127.0.0.1:${WEB_PORT}.`);
}

/** Asks the canvases of a document to show something. */
async function askCanvases(
  context: Context,
  doc: string,
  { member, focus, note }: Values,
): Promise<ExitCode> {
  const access = await likelyHub(context);
  const { openHub } = await import("../live/open_hub.ts");
  const link = openHub(access, doc);
  try {
    const others = await link.join();
    const view = {
      ...(member === undefined ? {} : { member }),
      ...(focus === undefined ? {} : { focus }),
      ...(note === undefined ? {} : { note }),
    };
    const shown = await link.show(view);
    const canvases = others.filter(({ role }) => role === "web").length;
    if (context.json) context.printJson({ doc, url: access.url, ...view, canvases, shown });
    else context.print(shownText([focus, member].filter(Boolean).join(" in ") || doc, canvases, shown));
    return EXIT.done;
  } finally {
    await link.close();
  }
}

/** Says who shows what was asked for; canvases of other programs may show it without saying so. */
function shownText(what: string, canvases: number, shown = 0): string {
  if (shown > 0) {
    return `${shown === 1 ? "1 canvas or watch shows" : `${shown} canvases and watches show`} ${what}.`;
  }
  if (canvases === 0) return `Nobody shows ${what}: no canvas and no watch has the document open.`;
  return `Asked ${canvases === 1 ? "1 canvas" : `${canvases} canvases`} to show ${what}; none answered.`;
}
