import { isObject } from "@loom/protocol";
import type { Docker } from "./docker.ts";

/** The port in the container. */
export const INNER_PORT = 8080;

/** A container of the loom. */
export interface Container {
  readonly isRunning: boolean;
  readonly image: string;
  /** The folder of documents on this machine. */
  readonly folder: string;
  /** The port on this machine. */
  readonly port: number;
}

/** Reads what Docker knows of a container; `undefined` when there is none of the name. */
export async function readContainer(docker: Docker, name: string): Promise<Container | undefined> {
  const { code, stdout } = await docker(["container", "inspect", name]);
  if (code !== 0) return undefined;
  const [found]: unknown[] = JSON.parse(stdout);
  const mounts = at(found, "Mounts");
  const data = Array.isArray(mounts) ? mounts.find((one) => at(one, "Destination") === "/data") : undefined;
  const bindings = at(found, "HostConfig", "PortBindings", `${INNER_PORT}/tcp`);
  return {
    isRunning: at(found, "State", "Running") === true,
    image: String(at(found, "Config", "Image") ?? ""),
    folder: String(at(data, "Source") ?? ""),
    port: Number(at(Array.isArray(bindings) ? bindings[0] : undefined, "HostPort") ?? 0),
  };
}

function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((part, key) => isObject(part) ? part[key] : undefined, value);
}

/** The words with which Docker runs the loom: nothing of the host but the folder, and no rights. */
export function runWords(
  name: string,
  { image, folder, port }: Container,
  user: string | undefined,
): string[] {
  return [
    ...["run", "--detach", "--name", name, "--restart", "unless-stopped"],
    ...["--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL", "--security-opt", "no-new-privileges"],
    ...(user === undefined ? [] : ["--user", user]),
    ...["--env", "LOOM_BRIDGE_TOKEN", "--env", `LOOM_CANVAS_URL=http://127.0.0.1:${port}`],
    ...["--publish", `127.0.0.1:${port}:${INNER_PORT}`, "--volume", `${folder}:/data`, image],
  ];
}
