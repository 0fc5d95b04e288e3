/** The time that a server has for its answer, in milliseconds. */
const PATIENCE = 3000;

/** Health of a server, with a reason where it is not well. */
export type Health = { readonly ok: true } | { readonly ok: false; readonly reason: string };

/** Asks a server whether it is well. */
export async function healthOf(url: string): Promise<Health> {
  try {
    const response = await fetch(new URL("/health", url), { signal: AbortSignal.timeout(PATIENCE) });
    const body: unknown = await response.json().catch(() => undefined);
    const status = body instanceof Object && "status" in body ? body.status : undefined;
    if (response.ok && status === "ok") return { ok: true };
    return {
      ok: false,
      reason: `${url} answers ${response.status}, not as a server of the loom that is well`,
    };
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === "TimeoutError";
    return { ok: false, reason: isLate ? `${url} does not answer in time` : `nobody answers at ${url}` };
  }
}
