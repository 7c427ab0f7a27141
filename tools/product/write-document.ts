import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import openapiTypes, { astToString } from "openapi-typescript";
import { buildDocument } from "./build-document";

const FOLDER = join("lib", "openapi", "generated");
const TYPES = join("tests", "support", "generated");

/**
 * Run by tools/ensure-dependencies.mjs: writes the OpenAPI document as a module, which the product serves, and the types
 * that a client generates from it, which tests call the product with.
 */
const document = await buildDocument(".");
await mkdir(FOLDER, { recursive: true });
const text = JSON.stringify(JSON.stringify(document));
await writeFile(
  join(FOLDER, "document.ts"),
  `import type { OpenApiDocument } from "@/lib/openapi/document";

/** Generated from the contracts; see tools/product/write-document.ts. */
export const publishedDocument: OpenApiDocument = JSON.parse(
  ${text},
);
`,
);
await mkdir(TYPES, { recursive: true });
await writeFile(join(TYPES, "api.ts"), astToString(await openapiTypes(JSON.stringify(document))));
