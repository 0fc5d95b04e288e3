import type { Run } from "../command.ts";
import { EXIT } from "../exit_code.ts";
import { hubDocument, likelyHub } from "../live/hub_access.ts";
import { documentOf } from "../load_machine.ts";
import type { OPEN } from "../table/live.ts";

/** Asks the canvases of a document to show something. */
export const open: Run<typeof OPEN> = async (context, values) => {
  const doc = hubDocument(documentOf(context, values.doc));
  const access = await likelyHub(context);
  const { openHub } = await import("../live/open_hub.ts");
  const link = openHub(access, doc);
  try {
    const others = await link.join();
    const { member, focus, note } = values;
    const view = {
      ...(member === undefined ? {} : { member }),
      ...(focus === undefined ? {} : { focus }),
      ...(note === undefined ? {} : { note }),
    };
    await link.show(view);
    const canvases = others.filter(({ role }) => role === "web").length;
    if (context.json) context.printJson({ doc, url: access.url, ...view, canvases });
    else {
      context.print(
        `Asked ${countText(canvases)} to show ${[focus, member].filter(Boolean).join(" in ") || doc}.`,
      );
      if (canvases === 0) context.remark("Nobody has the document open on a canvas now.");
    }
    return EXIT.done;
  } finally {
    await link.close();
  }
};

function countText(canvases: number): string {
  return canvases === 1 ? "1 canvas" : `${canvases} canvases`;
}
