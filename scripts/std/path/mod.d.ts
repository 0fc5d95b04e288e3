/** The names of `@std/path` that the loom uses. */
export const SEPARATOR: "/" | "\\";
export function basename(path: string | URL, suffix?: string): string;
export function dirname(path: string | URL): string;
export function extname(path: string | URL): string;
export function fromFileUrl(url: string | URL): string;
export function isAbsolute(path: string): boolean;
export function join(path: string | URL, ...paths: string[]): string;
export function normalize(path: string | URL): string;
export function relative(from: string, to: string): string;
export function resolve(...pathSegments: string[]): string;
export function toFileUrl(path: string): URL;
