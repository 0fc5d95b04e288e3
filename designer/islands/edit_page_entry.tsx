/// <reference lib="dom" />
import { hydrate } from "preact";
import { EditPage } from "./edit_page.tsx";
import { readEditProps } from "./page_props.ts";

const root = document.getElementById("page");
const props = readEditProps(document.getElementById("props")?.textContent ?? "null");
if (root) hydrate(<EditPage {...props} />, root);
