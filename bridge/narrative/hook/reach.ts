/**
 * Tries whether something listens at an address, which `fetch` alone has no limit of time for.
 *
 * @param url an address of `http:` or `https:`
 * @param signal aborted when it has taken too long
 */
export async function reach(url: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { hostname, port, protocol } = new URL(url);
  const connection = Deno.connect({
    hostname: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port) || (protocol === "https:" ? 443 : 80),
  });
  const tooLate = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  try {
    (await Promise.race([connection, tooLate])).close();
  } catch (error) {
    connection.then((late) => late.close(), () => {});
    throw error;
  }
}
