import type { ComponentChildren } from "preact";
import { renderToString } from "preact-render-to-string";
import { STYLE } from "./style.ts";

/** The frame of every page. */
export interface ShellProps {
  readonly title: string;
  /** The scripts of the page. */
  readonly scripts?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A whole page as text. */
export function pageText({ title, scripts, children }: ShellProps): string {
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="data:," />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: STYLE }} />
      </head>
      <body>
        {children}
        {scripts}
      </body>
    </html>
  );
  return `<!doctype html>${renderToString(page)}`;
}
