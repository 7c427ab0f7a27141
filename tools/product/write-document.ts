import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buildDocument } from "./build-document";

const FOLDER = join("lib", "openapi", "generated");

/** Run by tools/ensure-dependencies.mjs: writes the OpenAPI document as a module, which the product serves. */
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
