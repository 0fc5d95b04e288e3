import {
  boxesById,
  EDITED_MACHINE_KIND,
  isObject,
  keysOf,
  linesById,
  type Places,
  readArrangement,
} from "@loom/protocol";
import type { ArrangeMachine } from "../canvas/machine/scene.ts";
import { askServer } from "./ask_server.ts";
import type { LayoutSession } from "./layout_session.ts";

const { kind, content: { pictures } } = EDITED_MACHINE_KIND;

/** The longest that an arrangement is waited for, in milliseconds. */
const PATIENCE = 30_000;

const OFFLINE =
  "The server does not answer, so nothing was arranged: what has no place yet stands beside the rest.";

/** Arrangements from the server, which has the layered layout. */
export function serverArrangement(layout: LayoutSession, say: (text: string) => void): ArrangeMachine {
  return async ({ shown, positions }) => {
    const elements = pictures.placeables?.(shown) ?? [];
    const keys = keysOf(elements);
    const places: Places = Object.fromEntries(elements.flatMap(({ id }, at) => {
      const [key, box] = [keys[at], positions[id]];
      return key === undefined || box === undefined ? [] : [[key, box]];
    }));
    const arrangement = { ...layout.arrangement(), places, lines: [], collapsed: [] };
    try {
      const body = { kind, definition: shown, arrangement };
      const response = await askServer("/api/arrangement", body, AbortSignal.timeout(PATIENCE));
      const answer: unknown = await response.json();
      if (!isObject(answer)) throw new Error(OFFLINE);
      const full = readArrangement(answer.arrangement);
      return { positions: boxesById(elements, full.places), lines: linesById(elements, full.lines) };
    } catch (error) {
      say(OFFLINE);
      throw error;
    }
  };
}
