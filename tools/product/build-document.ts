import { mkdtemp, readFile, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import type { OpenApiDocument } from "@/lib/openapi/document";
import { describeContract } from "./describe-contract";

const CONTRACTS = /[\\/]lib[\\/]contracts[\\/][^\\/]+\.ts$/;

const describing: Plugin = {
  name: "comments of contracts",
  setup({ onLoad }) {
    onLoad({ filter: CONTRACTS }, async ({ path }) => ({
      contents: describeContract(path, await readFile(path, "utf8")),
      loader: "ts",
    }));
  },
};

/**
 * The OpenAPI document with the comments of the contracts as descriptions.
 * @param root the folder of the checkout
 */
export async function buildDocument(root: string): Promise<OpenApiDocument> {
  const folder = await mkdtemp(join(root, "node_modules", ".openapi-"));
  try {
    const outfile = join(folder, "document.mjs");
    await build({
      absWorkingDir: resolve(root),
      entryPoints: [join("lib", "openapi", "document.ts")],
      outfile,
      bundle: true,
      platform: "node",
      format: "esm",
      target: "node20",
      packages: "external",
      plugins: [describing],
      logLevel: "error",
    });
    const { openApiDocument } = await import(pathToFileURL(outfile).href);
    return openApiDocument();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
