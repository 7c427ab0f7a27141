import { COMPANY_HEADER } from "@/lib/constants/company-header";
import { examples } from "@/lib/contracts/examples/all";
import { REPLAY_HEADER, takesIdempotencyKey } from "@/lib/contracts/idempotency";
import type { NamedEndpoint } from "@/lib/contracts/registry";
import { header, headerParameter } from "@/lib/openapi/components";
import type { JsonSchema } from "@/lib/openapi/json-schema";
import { limitsOf, limitWords } from "@/lib/openapi/limits";
import { problemResponses } from "@/lib/openapi/problems";
import type { Schemas } from "@/lib/openapi/schemas";
import { whoMay } from "@/lib/openapi/who-may";

/** An endpoint as an operation of the document, which adds what it names to `schemas`. */
export function operation(endpoint: NamedEndpoint, tag: string, schemas: Schemas): object {
  const { name, summary, description, access, role, apiTokens = false, body } = endpoint;
  const answered = success(endpoint, schemas);
  return {
    operationId: name,
    summary,
    description: [description, whoMay(endpoint), limitWords(endpoint)].filter(Boolean).join("\n\n"),
    "x-role": role,
    "x-api-tokens": apiTokens,
    ...limitsOf(endpoint),
    tags: [tag],
    security: access === "session" ? [{ token: [] }, ...(apiTokens ? [{ apiToken: [] }] : [])] : [],
    ...parameters(endpoint, schemas),
    ...(body && {
      requestBody: {
        required: true,
        content: json(schemas.published(body, "input"), examples[name]?.body),
      },
    }),
    responses: {
      200: answered,
      ...unchanged(endpoint),
      ...problemResponses(endpoint),
      ...(endpoint.unavailableInBody && { 503: { ...answered, description: "Unavailable" } }),
    },
  };
}

function parameters(endpoint: NamedEndpoint, schemas: Schemas): { parameters?: object[] } {
  const { access, query } = endpoint;
  const all = [
    ...(query ? parametersOf(schemas.published(query, "input"), schemas) : []),
    ...(access === "session" ? [headerParameter("Company")] : []),
    ...(takesIdempotencyKey(endpoint) ? [headerParameter("IdempotencyKey")] : []),
    ...(hasVersion(endpoint) ? [headerParameter("IfNoneMatch")] : []),
  ];
  return all.length > 0 ? { parameters: all } : {};
}

function parametersOf(query: JsonSchema, schemas: Schemas): object[] {
  const { properties = {}, required = [] } = schemas.resolved(query);
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: "query",
    description,
    required: required.includes(name),
    schema,
  }));
}

function success(endpoint: NamedEndpoint, schemas: Schemas): object {
  const schema = schemas.published(endpoint.response, "output");
  const types = mediaTypes(schema);
  return {
    description: "Success",
    headers: {
      "X-Request-Id": header("X-Request-Id"),
      ...(endpoint.access === "session" && { [COMPANY_HEADER]: header(COMPANY_HEADER) }),
      ...(takesIdempotencyKey(endpoint) && { [REPLAY_HEADER]: header(REPLAY_HEADER) }),
      ...(schema.format === "binary" && { "Content-Disposition": header("Content-Disposition") }),
      ...(hasVersion(endpoint) && { ETag: header("ETag") }),
    },
    content:
      types.length > 0
        ? Object.fromEntries(types.map((type) => [type, { schema: ofFile(schema) }]))
        : json(schema, examples[endpoint.name]?.response),
  };
}

function unchanged(endpoint: NamedEndpoint): object {
  if (!hasVersion(endpoint)) return {};
  const headers = {
    "X-Request-Id": header("X-Request-Id"),
    [COMPANY_HEADER]: header(COMPANY_HEADER),
    ETag: header("ETag"),
  };
  return { 304: { description: "The answer is the one that If-None-Match names.", headers } };
}

/** Whether the answer has an ETag: pictures, which their browsers keep, and what is asked for again and again. */
function hasVersion({ response, kept }: NamedEndpoint): boolean {
  return kept !== undefined || response._zod.def.type === "file";
}

/** The content types of a file; empty for JSON. */
function mediaTypes({ contentMediaType, anyOf = [] }: JsonSchema): string[] {
  const all = [contentMediaType, ...anyOf.map((each) => each.contentMediaType)];
  return all.flatMap((type) => type ?? []);
}

/** A file's schema below its content type. */
function ofFile({ type = "string", format, contentSchema, description }: JsonSchema): JsonSchema {
  return {
    type,
    ...(format && { format }),
    ...(contentSchema && { contentSchema }),
    ...(description && { description }),
  };
}

function json(schema: object, example?: unknown): object {
  return { "application/json": { schema, ...(example !== undefined && { example }) } };
}
