import type { ComponentChildren } from "preact";
import { renderToString } from "preact-render-to-string";
import { STYLE } from "./style.ts";

/** The frame of every page. */
export interface ShellProps {
  readonly title: string;
  /** More style than all pages have. */
  readonly style?: string;
  /** The scripts of the page. */
  readonly scripts?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A whole page as text. */
export function pageText({ title, style = "", scripts, children }: ShellProps): string {
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
        />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="data:," />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: STYLE + style }} />
      </head>
      <body>
        {children}
        {scripts}
      </body>
    </html>
  );
  return `<!doctype html>${renderToString(page)}`;
}
