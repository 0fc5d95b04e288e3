import { type Point, type Viewport, worldToScreen } from "@loom/protocol";
import type { VNode } from "preact";

/** Somebody else at the same board. */
export interface CanvasPeer {
  /** Tells people apart. */
  readonly id: string;
  /** The name at the pointer. */
  readonly name: string;
  /** A CSS colour of their own. */
  readonly color: string;
  /** The place of the pointer in the world. */
  readonly cursor?: Point | undefined;
  /** The elements in hand, `<type>:<name>`. */
  readonly selection?: readonly string[] | undefined;
}

/** The pointers of others with their names; one that rests fades. */
export function PeerCursors(
  { peers, viewport }: { readonly peers: readonly CanvasPeer[]; readonly viewport: Viewport },
): VNode {
  return (
    <div class="slc-peers" aria-hidden="true">
      {peers.flatMap(({ id, name, color, cursor }) => {
        if (!cursor) return [];
        const { x, y } = worldToScreen(viewport, cursor);
        return [
          <div
            // A new element fades again.
            key={`${id} ${cursor.x} ${cursor.y}`}
            class="slc-peer"
            style={{ transform: `translate(${x}px,${y}px)`, "--slc-peer": color }}
          >
            <svg width="14" height="16" viewBox="0 0 14 16">
              <path d="M1 1l11 7-5 1.2L4.4 14z" fill={color} stroke="#fff" stroke-width="1" />
            </svg>
            <span class="slc-peer-name">{name}</span>
          </div>,
        ];
      })}
    </div>
  );
}
