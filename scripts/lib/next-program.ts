import { createRequire } from "node:module";

/** Path of Next's command line program, to be run by Node. */
export function nextProgram(): string {
  return createRequire(import.meta.url).resolve("next/dist/bin/next");
}
