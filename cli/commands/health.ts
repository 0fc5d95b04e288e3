import type { Run } from "../command.ts";
import { EXIT } from "../exit_code.ts";
import { healthOf } from "../health_of.ts";
import { likelyHub } from "../live/hub_access.ts";
import type { HEALTH } from "../table/container.ts";
import { UsageError } from "../usage_error.ts";

/** Asks a server whether it is well. */
export const health: Run<typeof HEALTH> = async (context, { url: given }) => {
  if (given !== undefined && !/^https?:$/.test(URL.parse(given)?.protocol ?? "")) {
    throw new UsageError(`"${given}" is no address of a server: write it as http://127.0.0.1:8080.`);
  }
  const url = given ?? (await likelyHub(context)).url;
  const found = await healthOf(url);
  if (context.json) context.printJson({ url, ...found });
  else if (found.ok) context.print(`${url} is well`);
  else context.remark(context.remarkPaint.bad(`${found.reason}.`));
  return found.ok ? EXIT.done : EXIT.notLive;
};
