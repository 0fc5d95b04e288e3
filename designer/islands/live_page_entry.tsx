/// <reference lib="dom" />
import { hydrate } from "preact";
import { readProps } from "./page_props.ts";
import { LivePage } from "./live_page.tsx";

const root = document.getElementById("page");
const props = readProps(document.getElementById("props")?.textContent ?? "null");
if (root) hydrate(<LivePage {...props} />, root);
