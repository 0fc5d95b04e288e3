import type { Attendant } from "../attendant.ts";

/** Makes what serves a new client. */
export type Attend = () => Attendant | Promise<Attendant>;
