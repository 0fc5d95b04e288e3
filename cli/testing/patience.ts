/** How long a test waits for what never comes, in milliseconds. */
const LONGEST = 30_000;

/**
 * Settles when something is so.
 *
 * @param waiting Those who look again when something happens.
 * @param what What is waited for, for the error.
 */
export async function until(
  waiting: Set<() => void>,
  isSo: () => boolean,
  what: () => string,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => reject(new Error(`It never came: ${what()}`)), LONGEST);
  const look = () => {
    if (isSo()) resolve();
  };
  waiting.add(look);
  look();
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    waiting.delete(look);
  }
}
