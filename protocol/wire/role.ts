/** The role of a client. */
export type Role = "agent" | "cli" | "web" | "runtime";

/** The roles, as {@linkcode Role} names them. */
export const ROLES: readonly Role[] = ["agent", "cli", "web", "runtime"];
