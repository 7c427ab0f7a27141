import type { LeastRole } from "@/lib/constants/roles";
import type { OpenApiDocument } from "@/lib/openapi/document";
import type { JsonSchema } from "@/lib/openapi/json-schema";

/** An operation of the document as its page shows it, with references to headers, parameters and answers resolved. */
export interface Operation {
  name: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  tag: string;
  role: LeastRole;
  apiTokens: boolean;
  parameters: Parameter[];
  body?: Content;
  /** By media type. */
  answers: [type: string, content: Content][];
  headers: [name: string, description: string][];
  problems: Problem[];
}

export interface Parameter {
  name: string;
  in: "query" | "header";
  description?: string;
  required?: boolean;
  schema: JsonSchema;
}

export interface Content {
  schema: JsonSchema;
  example?: unknown;
}

export interface Problem {
  status: string;
  meaning: string;
  codes: { code: string; meaning: string }[];
}

type Ref = { $ref: string };
type ByType = { content?: Record<string, Content> };

interface Written {
  operationId: string;
  summary: string;
  description: string;
  tags: [string];
  "x-role": LeastRole;
  "x-api-tokens": boolean;
  parameters?: (Parameter | Ref)[];
  requestBody?: ByType;
  responses: Record<string, Answer | Ref>;
}

interface Answer extends ByType {
  description: string;
  headers?: Record<string, { description: string } | Ref>;
}

/** Every operation of a document, in its order. */
export function operationsOf(document: OpenApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, written]) =>
      read(document, method.toUpperCase(), path, written as Written),
    ),
  );
}

/** An event that is sent to webhook endpoints, as its page shows it. */
export interface Webhook {
  type: string;
  summary: string;
  description: string;
  tag: string;
  parameters: Parameter[];
  body: Content;
  /** What an answer of the receiver causes. */
  answers: [status: string, description: string][];
}

/** Every event that webhooks send, in the document's order. */
export function webhooksOf(document: OpenApiDocument): Webhook[] {
  return Object.entries(document.webhooks).map(([type, { post }]) => {
    const { summary, description, tags, parameters = [], requestBody, responses } = post as Written;
    return {
      ...{ type, summary, description, tag: tags[0] },
      parameters: parameters.map((each) => resolved<Parameter>(document, each)),
      body: requestBody?.content?.["application/json"] ?? { schema: {} },
      // "2XX", "3XX", "410", "default": an object has numbers first.
      answers: Object.entries(responses)
        .map(([status, each]): [string, string] => [
          status,
          resolved<Answer>(document, each).description,
        ])
        .toSorted(([a], [b]) => a.localeCompare(b)),
    };
  });
}

/** @throws Error when there is none of this name */
export function operationNamed(operations: readonly Operation[], wanted: string): Operation {
  const operation = operations.find(({ name }) => name === wanted);
  if (!operation) throw new Error(`The document has no operation ${wanted}`);
  return operation;
}

function read(document: OpenApiDocument, method: string, path: string, written: Written) {
  const { operationId: name, summary, description, tags, requestBody, responses } = written;
  const { 200: success, ...others } = responses;
  const { content = {}, headers = {} } = resolved<Answer>(document, success as Answer);
  const body = requestBody?.content?.["application/json"];
  return {
    name,
    method,
    path,
    summary,
    description,
    tag: tags[0],
    role: written["x-role"],
    apiTokens: written["x-api-tokens"],
    parameters: (written.parameters ?? []).map((each) => resolved<Parameter>(document, each)),
    ...(body && { body }),
    answers: Object.entries(content),
    headers: Object.entries(headers).map(([header, each]): [string, string] => [
      header,
      resolved<{ description: string }>(document, each).description,
    ]),
    problems: Object.entries(others)
      .filter(([status]) => status >= "400")
      .map(([status, each]) => problem(status, resolved<Answer>(document, each).description)),
  };
}

function resolved<T extends object>(document: OpenApiDocument, value: T | Ref): T {
  if (!("$ref" in value)) return value;
  const keys = value.$ref.split("/").slice(1);
  return keys.reduce<unknown>((at, key) => Object(at)[key], document) as T;
}

const CODE = /^- `(\w+)`: (.*)$/;

/** The meaning and the codes of a status, from the words of the document. */
function problem(status: string, description: string): Problem {
  const [meaning = "", ...lines] = description.split("\n");
  const codes = lines.flatMap((line) => {
    const [, code, words] = CODE.exec(line) ?? [];
    return code && words ? { code, meaning: words } : [];
  });
  return { status, meaning, codes };
}

/** The name in a reference to a schema. */
export function schemaName({ $ref }: JsonSchema): string | undefined {
  return $ref?.split("/").at(-1);
}

/** The named schemas that these refer to, also through each other, each once and in the order of first mention. */
export function namesIn(document: OpenApiDocument, schemas: readonly JsonSchema[]): string[] {
  const found = new Set<string>();
  const walk = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const name = "$ref" in value ? schemaName(value as JsonSchema) : undefined;
    const schema = name && document.components.schemas[name];
    if (name && schema && !found.has(name)) {
      found.add(name);
      walk(schema);
    }
    Object.values(value).forEach(walk);
  };
  schemas.forEach(walk);
  return [...found];
}

/** All schemas of an operation's request and answers. */
export function schemasOf({ parameters, body, answers }: Operation): JsonSchema[] {
  return [
    ...parameters.map(({ schema }) => schema),
    ...(body ? [body.schema] : []),
    ...answers.map(([, { schema }]) => schema),
  ];
}
