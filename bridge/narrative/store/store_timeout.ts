/** How long a store may take to answer, in milliseconds. */
export const STORE_TIMEOUT_MS = 2_000;
