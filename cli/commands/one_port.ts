import type { RequestHandler } from "@loom/bridge/server";
import type { DesignerService } from "@loom/designer/server";
import type { MountedMcp } from "@loom/mcp";

/** Pages and agent tools behind the address of the hub. They are there a little later than it: their settings name its port. */
export class OnePort {
  #services: readonly [DesignerService, MountedMcp | undefined] | undefined;

  /** Answers what the hub does not. */
  readonly answer: RequestHandler = async (request, from) => {
    if (this.#services === undefined) return new Response("The server is starting.\n", { status: 503 });
    const [designer, mcp] = this.#services;
    const isForAgents = mcp !== undefined && URL.parse(request.url)?.pathname === "/mcp";
    return await (isForAgents ? mcp.handle : designer.answer)(request, from);
  };

  /** Begins to answer. */
  open(designer: DesignerService, mcp: MountedMcp | undefined): void {
    this.#services = [designer, mcp];
  }
}
