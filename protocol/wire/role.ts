/** What kind of party stands at the other end of a connection. */
export type Role = "agent" | "cli" | "web" | "runtime";

/** The roles, as {@linkcode Role} names them. */
export const ROLES: readonly Role[] = ["agent", "cli", "web", "runtime"];
