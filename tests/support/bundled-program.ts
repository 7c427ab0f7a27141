import { renameSync } from "node:fs";
import { join, parse, relative } from "node:path";
import { buildSync } from "esbuild";

/** In the checkout, where a program finds its packages. */
const FOLDER = join("node_modules", ".cache", "test-programs");

const paths = new Map<string, string>();

/**
 * Bundles a program of this repository into one file for Node, packages excluded. Tests start many processes,
 * and tsx takes 2 s of computing to load a worker's modules one by one; a bundle takes less than half.
 * @returns the file's path.
 */
export function bundledProgram(program: string): string {
  const known = paths.get(program);
  if (known !== undefined) return known;
  const { dir, name } = parse(relative("", program));
  const path = join(FOLDER, `${dir.replaceAll(/\W+/g, "-")}-${name}.mjs`);
  // Other test files write it too: it is always complete.
  const draft = `${path}.${process.pid}`;
  buildSync({
    entryPoints: [program],
    outfile: draft,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "error",
  });
  renameSync(draft, path);
  paths.set(program, path);
  return path;
}
