import type { CommandSpec, Option } from "../command_spec.ts";

const NAME: Option & { readonly type: "text" } = {
  type: "text",
  value: "name",
  summary: "The container (default: loom)",
};

/** The row of `health`. */
export const HEALTH = {
  name: "health",
  group: "live",
  summary: "Check the health of a loom server",
  details: [
    "Requests /health from a hub, the pages, or both at one address. The exit code is 5 if there is no answer or the server is not healthy; the container uses this as its health check.",
  ],
  arguments: [{
    name: "url",
    summary: "its address (default: LOOM_BRIDGE_URL, else http://127.0.0.1:4599)",
    optional: true,
  }],
  options: {},
  examples: [{ line: "health http://127.0.0.1:8080", does: "Exits with 0 if the server is healthy." }],
} as const satisfies CommandSpec;

/** The row of `docker up`. */
export const DOCKER_UP = {
  name: "docker up",
  group: "live",
  summary: "Run hub, pages and agent tools in a container with one port, one token and one folder",
  details: [
    "The port is open on this machine only. The token is created once and kept in .loom-token in the folder; pages ask for it, agents send it. The container sees only this folder of the host, and runs as the current user.",
    "Running it again prints the address of the running container. A container that has stopped, or has another port, folder or image than requested, is replaced. Docker must be running; LOOM_IMAGE or --image names the image.",
  ],
  arguments: [],
  options: {
    port: { type: "integer", value: "n", summary: "The port (default: a free one from 4598 on)" },
    dir: {
      type: "text",
      value: "folder",
      letter: "d",
      summary: "The folder of documents (default: looms)",
      completes: "file",
    },
    image: { type: "text", value: "ref", summary: "The image (default: LOOM_IMAGE, else loom)" },
    container: NAME,
  },
  examples: [
    { line: "docker up", does: "Prints the addresses of the pages and the agent tools, and the token." },
    {
      line: "docker up --port 8080 --dir machines --json",
      does: "The same as JSON, with settings for clients.",
    },
  ],
} as const satisfies CommandSpec;

/** The row of `docker down`. */
export const DOCKER_DOWN = {
  name: "docker down",
  group: "live",
  summary: "Stop and remove the container; documents and token stay",
  arguments: [],
  options: { container: NAME },
  examples: [{ line: "docker down", does: "Stops it." }],
} as const satisfies CommandSpec;

/** The row of `docker status`. */
export const DOCKER_STATUS = {
  name: "docker status",
  group: "live",
  summary: "Show whether the container is running and healthy; the exit code is 5 if not",
  arguments: [],
  options: { container: NAME },
  examples: [{ line: "docker status --json", does: "Its address, its folder and its health." }],
} as const satisfies CommandSpec;

/** The row of `docker logs`. */
export const DOCKER_LOGS = {
  name: "docker logs",
  group: "live",
  summary: "Print the last lines of the container's log",
  arguments: [],
  options: { container: NAME },
  examples: [{ line: "docker logs", does: "Prints up to a hundred lines." }],
} as const satisfies CommandSpec;
