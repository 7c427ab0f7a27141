import { type LeastRole, ROLES } from "@/lib/constants/roles";
import type { OpenApiDocument } from "@/lib/openapi/document";
import { namesIn, type Operation, operationsOf, schemasOf, webhooksOf } from "@/lib/openapi/reader";

/** What the list of operations and webhooks shows and searches. */
export interface ListedOperation
  extends Pick<Operation, "method" | "path" | "summary" | "tag" | "apiTokens"> {
  /** The end of its page's address. */
  name: string;
  /** Null for a webhook, which isn't called. */
  role: LeastRole | null;
  /** Names of its own fields and parameters. */
  fields: string;
  /** The named schemas that it refers to, whose fields are searched too. */
  schemas: string[];
}

/** The operations and webhooks, and the field names of each named schema. */
export interface Index {
  operations: ListedOperation[];
  schemaFields: Record<string, string>;
}

/** What one looks for; empty text for no limit. */
export interface OperationFilter {
  q: string;
  method: string;
  /** The least role. */
  role: string;
  /** Only operations that take API tokens. */
  tokens: boolean;
}

export const NO_FILTER: OperationFilter = { q: "", method: "", role: "", tokens: false };

const WEBHOOK = "WEBHOOK";
export const METHODS = ["GET", "POST", "PUT", "DELETE", WEBHOOK] as const;
export const FILTER_ROLES: readonly LeastRole[] = ["anyone", "self", ...ROLES];

/** The filter in an address; `filterQuery` writes it. */
export function readFilter(query: Pick<URLSearchParams, "get">): OperationFilter {
  return {
    q: query.get("q") ?? "",
    method: METHODS.find((each) => each === query.get("method")) ?? "",
    role: FILTER_ROLES.find((each) => each === query.get("role")) ?? "",
    tokens: query.get("tokens") === "1",
  };
}

/** The query of a page's address; empty for no filter. */
export function filterQuery({ q, method, role, tokens }: OperationFilter): string {
  const pairs = { q, method, role, tokens: tokens ? "1" : "" };
  const given = Object.entries(pairs).filter(([, value]) => value !== "");
  return given.length > 0 ? `?${new URLSearchParams(given)}` : "";
}

/** The index of a document's operations and webhooks. */
export function indexOf(document: OpenApiDocument): Index {
  const { schemas } = document.components;
  const operations = operationsOf(document).map((operation) => {
    const { name, method, path, summary, tag, role, apiTokens, parameters } = operation;
    const own = [...parameters.map((each) => each.name), ...fieldNames(schemasOf(operation))];
    return {
      name,
      method,
      path,
      summary,
      tag,
      role,
      apiTokens,
      fields: [...new Set(own)].join(" "),
      schemas: namesIn(document, schemasOf(operation)),
    };
  });
  const webhooks = webhooksOf(document).map(({ type, summary, tag, parameters, body }) => ({
    name: `webhooks/${type}`,
    method: WEBHOOK,
    path: type,
    summary,
    tag,
    role: null,
    apiTokens: false,
    fields: parameters.map((each) => each.name).join(" "),
    schemas: namesIn(document, [body.schema]),
  }));
  const schemaFields = Object.entries(schemas).map(([name, schema]) => [
    name,
    fieldNames(schema).join(" "),
  ]);
  return {
    operations: [...operations, ...webhooks],
    schemaFields: Object.fromEntries(schemaFields),
  };
}

/** The names of all fields in a schema, without those of the schemas that it refers to. */
function fieldNames(schema: unknown): string[] {
  const found = new Set<string>();
  const walk = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const { properties } = value as { properties?: object };
    for (const name of Object.keys(properties ?? {})) found.add(name);
    Object.values(value).forEach(walk);
  };
  walk(schema);
  return [...found];
}

/** What a search finds: by what an operation is called and for, and by its fields alone. */
export interface Found {
  named: ListedOperation[];
  byField: ListedOperation[];
}

/** The operations that have every word of the search, in capitals or not, and fit the other limits. */
export function searched(
  { operations, schemaFields }: Index,
  { q, method, role, tokens }: OperationFilter,
): Found {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const found: Found = { named: [], byField: [] };
  for (const operation of operations) {
    if (method && operation.method !== method) continue;
    if (role && operation.role !== role) continue;
    if (tokens && !operation.apiTokens) continue;
    const { name, path, summary, tag, fields, schemas } = operation;
    const about = [name, operation.method, path, summary, tag].join(" ").toLowerCase();
    const inner = schemas.flatMap((each) => [each, schemaFields[each]]);
    const all = [about, fields, ...inner].join(" ").toLowerCase();
    if (words.every((word) => about.includes(word))) found.named.push(operation);
    else if (words.every((word) => all.includes(word))) found.byField.push(operation);
  }
  return found;
}
