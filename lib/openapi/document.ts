import { problem } from "@/lib/contracts/common";
import { endpointGroups } from "@/lib/contracts/registry";
import { HEADER_PARAMETERS, HEADERS, SECURITY_SCHEMES } from "@/lib/openapi/components";
import { CONVENTIONS } from "@/lib/openapi/conventions";
import { addEvents } from "@/lib/openapi/events";
import { addExportRows } from "@/lib/openapi/export-rows";
import type { JsonSchema } from "@/lib/openapi/json-schema";
import { operation } from "@/lib/openapi/operation";
import { sharedProblems } from "@/lib/openapi/problems";
import { Schemas } from "@/lib/openapi/schemas";
import { TAGS } from "@/lib/openapi/tags";
import { webhooks } from "@/lib/openapi/webhooks";
import packageFile from "@/package.json";

export interface OpenApiDocument {
  openapi: string;
  info: {
    title: string;
    version: string;
    description: string;
    license: object;
    contact: { name: string; url?: string };
  };
  servers: { url: string }[];
  tags: { name: string; description: string | undefined }[];
  paths: Record<string, Record<string, object>>;
  webhooks: Record<string, Record<string, object>>;
  components: { schemas: Record<string, JsonSchema> } & Record<string, object>;
}

/** The API as an OpenAPI 3.1 document, built from the contracts; tools/product/build-document.ts adds their comments. */
export function openApiDocument(): OpenApiDocument {
  const schemas = new Schemas();
  schemas.add("Problem", schemas.published(problem, "output"));
  addEvents(schemas);
  addExportRows(schemas);
  const paths: OpenApiDocument["paths"] = {};
  for (const { title, endpoints } of endpointGroups) {
    for (const endpoint of endpoints) {
      paths[endpoint.path] = {
        ...paths[endpoint.path],
        [endpoint.method.toLowerCase()]: operation(endpoint, title, schemas),
      };
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Deposit Matcher",
      version: packageFile.version,
      description: CONVENTIONS.join("\n\n"),
      license: { name: packageFile.license, identifier: packageFile.license },
      contact: { name: "Deposit Matcher" },
    },
    servers: [{ url: "/api" }],
    tags: endpointGroups.map(({ title }) => ({ name: title, description: TAGS[title] })),
    paths,
    webhooks: webhooks(schemas),
    components: {
      securitySchemes: SECURITY_SCHEMES,
      parameters: HEADER_PARAMETERS,
      headers: HEADERS,
      schemas: schemas.named,
      responses: sharedProblems(),
    },
  };
}

/** The document of an installation, for its address. */
export function documentAt(document: OpenApiDocument, address: URL): OpenApiDocument {
  const at = (path: string) => new URL(path, address).href;
  const contact = { ...document.info.contact, url: at("/help") };
  return {
    ...document,
    info: { ...document.info, contact },
    servers: [{ url: at("/api") }],
  };
}
