import { layDownDocuments } from "@loom/bridge/narrative";
import type { Run } from "../command.ts";
import { EXIT } from "../exit_code.ts";
import type { NARRATIVE_OPEN } from "../table/narrative_story.ts";
import { storyFolder } from "./story_store.ts";

/** Lays down the documents of the story. */
export const open: Run<typeof NARRATIVE_OPEN> = async (context, { out }) => {
  const { story, written } = await layDownDocuments(storyFolder(context, out));
  if (context.json) {
    context.printJson({ story, written });
    return EXIT.done;
  }
  context.print(story);
  for (const path of written) context.remark(context.remarkPaint.faint(`Written: ${path}`));
  context.remark(`Make it the document of other commands: export LOOM_PROJECT_FILE=${story}`);
  return EXIT.done;
};
