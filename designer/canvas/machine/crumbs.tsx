import type { VNode } from "preact";
import { Icon } from "../icon.tsx";

interface CrumbsProps {
  readonly root: string;
  readonly path: readonly string[];
  readonly onNavigateTo: (depth: number) => void;
}

/** The way from the outermost level to the one that is shown. */
export function Crumbs({ root, path, onNavigateTo }: CrumbsProps): VNode | null {
  if (path.length === 0) return null;
  return (
    <nav class="slc-crumbs" aria-label="Level" data-canvas-chrome="">
      {[root, ...path].map((name, depth) => {
        const isCurrent = depth === path.length;
        return (
          <>
            {depth > 0 ? <Icon name="chevron" /> : null}
            <button
              key={depth}
              type="button"
              class={isCurrent ? "slc-crumb slc-crumb--current" : "slc-crumb"}
              aria-current={isCurrent ? "true" : undefined}
              onClick={() => onNavigateTo(depth)}
            >
              {name}
            </button>
          </>
        );
      })}
    </nav>
  );
}
