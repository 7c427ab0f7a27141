import { COMPANY_HEADER } from "@/lib/constants/company-header";
import { problem } from "@/lib/contracts/common";
import type { Endpoint } from "@/lib/contracts/endpoint";
import { examples } from "@/lib/contracts/examples/all";
import { endpointGroups, type NamedEndpoint } from "@/lib/contracts/registry";
import { PROBLEMS, problemsOf } from "@/lib/openapi/problems";
import { type JsonSchema, toJsonSchema } from "@/lib/openapi/schema";
import { whoMay } from "@/lib/openapi/who-may";

/** Applies to every call; shown in the document and at the top of its page. */
export const CONVENTIONS = [
  "Every path is served under /api, with and without the trailing slash, and never redirected. Paths under /user, /qb, /stripe and /authorize also answer without /api.",
  "Sign in, then send the `token` from the response, unchanged, in the Authorization header: `TOKEN …`. Cookies are ignored. Programs send an API token of one company, from Settings → People, the same way: `TOKEN dmat_…`.",
  `A session belongs to a company; ${COMPANY_HEADER} names another one of yours for a single call. Each endpoint states the least role it takes: viewer, bookkeeper, admin or owner. Without it, the answer is 403. API tokens have a role too, in their own company alone, and each endpoint says whether it takes them.`,
  "Bodies are JSON in UTF-8, declared as application/json. Unlisted fields are ignored; a body is ignored where none is listed.",
  'Amounts are decimal strings ("1234.50") with their ISO currency, dates are calendar dates (YYYY-MM-DD), times are ISO 8601 in UTC.',
  "Errors are JSON with `message` for people, `code` for programs, `fields` where input is wrong, and `request_id`. A valid X-Request-Id you send is kept.",
] as const;

interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, object>>;
  components: object;
}

/** The API as an OpenAPI 3.1 document, built from the contracts. */
export function openApiDocument(): OpenApiDocument {
  const paths: OpenApiDocument["paths"] = {};
  for (const { title, endpoints } of endpointGroups) {
    for (const endpoint of endpoints) {
      paths[endpoint.path] = {
        ...paths[endpoint.path],
        [endpoint.method.toLowerCase()]: operation(endpoint, title),
      };
    }
  }
  return {
    openapi: "3.1.0",
    info: { title: "Deposit Matcher", version: "1", description: CONVENTIONS.join("\n\n") },
    servers: [{ url: "/api" }],
    tags: endpointGroups.map(({ title }) => ({ name: title })),
    paths,
    components: {
      securitySchemes: {
        token: {
          type: "apiKey",
          in: "header",
          name: "Authorization",
          description:
            "The token returned by signing in, or an API token, unchanged: TOKEN …. An API token (TOKEN dmat_…) belongs to one company and calls what states `x-api-tokens: true`, as far as its role goes.",
        },
      },
      parameters: {
        Company: {
          name: COMPANY_HEADER,
          in: "header",
          description:
            "The company that the call is about; without it, the session's own. Responses name theirs the same way.",
          schema: { type: "string", format: "uuid" },
        },
      },
      schemas: { Problem: toJsonSchema(problem, "output") },
      responses: Object.fromEntries(
        Object.entries(PROBLEMS).map(([status, description]) => [
          `Problem${status}`,
          { description, content: json({ $ref: "#/components/schemas/Problem" }) },
        ]),
      ),
    },
  };
}

function operation(endpoint: NamedEndpoint, tag: string): object {
  const { name, summary, access, role, apiTokens = false, body, response } = endpoint;
  return {
    operationId: name,
    summary,
    description: whoMay(endpoint),
    "x-role": role,
    "x-api-tokens": apiTokens,
    tags: [tag],
    security: access === "session" ? [{ token: [] }] : [],
    ...parameters(endpoint),
    ...(body && {
      requestBody: {
        required: true,
        content: json(toJsonSchema(body, "input"), examples[name]?.body),
      },
    }),
    responses: {
      200: {
        description: "Success",
        content: content(toJsonSchema(response, "output"), examples[name]?.response),
      },
      ...problemResponses(endpoint),
    },
  };
}

function parameters({ access, query }: NamedEndpoint): { parameters?: object[] } {
  const all = [
    ...(query ? parametersOf(toJsonSchema(query, "input")) : []),
    ...(access === "session" ? [{ $ref: "#/components/parameters/Company" }] : []),
  ];
  return all.length > 0 ? { parameters: all } : {};
}

function parametersOf({ properties = {}, required = [] }: JsonSchema): object[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
  }));
}

function problemResponses(endpoint: Endpoint): Record<string, object> {
  return Object.fromEntries(
    problemsOf(endpoint).map((status) => [
      String(status),
      { $ref: `#/components/responses/Problem${status}` },
    ]),
  );
}

/** The response's content type: a file's own, otherwise JSON. */
function content(schema: JsonSchema, example: unknown): object {
  return schema.contentMediaType
    ? { [schema.contentMediaType]: { schema } }
    : json(schema, example);
}

function json(schema: object, example?: unknown): object {
  return { "application/json": { schema, ...(example !== undefined && { example }) } };
}
