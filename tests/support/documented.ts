import { Ajv2020, type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { publishedDocument } from "@/lib/openapi/generated/document";
import type { JsonSchema } from "@/lib/openapi/json-schema";

type Content = Record<string, { schema: JsonSchema }>;

/** An operation of the published document. */
export interface Operation {
  method: string;
  path: string;
  operationId: string;
  parameters?: { name: string; in: string; required: boolean; schema: JsonSchema }[];
  requestBody?: { content: Content };
  responses: Record<string, { $ref?: string; content?: Content }>;
}

interface Header {
  required?: boolean;
  schema: { type?: string };
}

/** Every operation of the published document. */
export const operations: readonly Operation[] = Object.entries(publishedDocument.paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, each]) => ({
      ...(each as Omit<Operation, "method" | "path">),
      method: method.toUpperCase(),
      path,
    })),
);

const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
addFormats(ajv);
ajv.addFormat("base64", true);
ajv.addSchema(closed(publishedDocument) as object, "api");

/**
 * The document with objects that take no further field: what isn't documented is found then. The published one is
 * open, so that clients bear fields to come.
 */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [
    key,
    // Its parts together say which fields there are.
    key === "allOf" ? each : closed(each),
  ]);
  const copy = Object.fromEntries(entries);
  const isOpen = "properties" in value && "type" in value && !("additionalProperties" in value);
  return isOpen ? { ...copy, additionalProperties: false } : copy;
}

/** What a body sent to an operation has to be. */
export function requestErrors({ method, path }: Operation, body: unknown): string[] {
  return errors(["paths", path, method.toLowerCase(), "requestBody", ...JSON_CONTENT], body);
}

/** What the body of a webhook has that its event doesn't document, or lacks. */
export function webhookErrors(type: string, body: unknown): string[] {
  return errors(["webhooks", type, "post", "requestBody", ...JSON_CONTENT], body);
}

/**
 * What of an answer its operation doesn't document: its status, its type, a header or a part of its body; and required
 * headers that it lacks. Empty when all is as documented.
 */
export function undocumented(
  operation: Operation,
  { status, type, text, headers }: { status: number; type: string; text: string; headers: Headers },
): string[] {
  const documented = operation.responses[status];
  if (!documented || status === 500) return [`status ${status}`];
  const at = documented.$ref
    ? documented.$ref.split("/").slice(1)
    : ["paths", operation.path, operation.method.toLowerCase(), "responses", `${status}`];
  const wrong = headerErrors(at, headers);
  const content = lookUp(at).content as Content | undefined;
  if (!content) return text === "" ? wrong : [...wrong, "a body"];
  if (!content[type]) return [...wrong, `type ${type}`];
  const schema = [...at, "content", type, "schema"];
  const part = type === JSON_TYPE ? schema : [...schema, "contentSchema"];
  return [...wrong, ...(PARTS[type]?.(text).flatMap((each) => errors(part, each)) ?? [])];
}

/** Each header that any answer documents is there where it has to be, fits, and is nowhere else. */
function headerErrors(at: string[], headers: Headers): string[] {
  const documented = lookUp(at).headers as Record<string, { $ref?: string }> | undefined;
  return Object.keys(lookUp(["components", "headers"])).flatMap((name) => {
    const [value, each] = [headers.get(name), documented?.[name]];
    if (!each) return value === null ? [] : [`header ${name}: undocumented`];
    const path = each.$ref ? each.$ref.split("/").slice(1) : [...at, "headers", name];
    const { required, schema } = lookUp(path) as unknown as Header;
    if (value === null) return required ? [`header ${name}: missing`] : [];
    const read = schema.type === "integer" ? Number(value) : value;
    return errors([...path, "schema"], read).map((error) => `header ${name} ${value}:${error}`);
  });
}

const JSON_TYPE = "application/json";

/** What an answer has of its schema: all of it once, or each event or line. */
const PARTS: Record<string, (text: string) => unknown[]> = {
  [JSON_TYPE]: (text) => [JSON.parse(text)],
  "application/x-ndjson": (text) =>
    text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  "text/event-stream": (text) =>
    [...text.matchAll(/^event: (.*)\ndata: (.*)$/gm)].map(([, event, data = ""]) => ({
      event,
      data: JSON.parse(data),
    })),
};
const JSON_CONTENT = ["content", JSON_TYPE, "schema"];

function lookUp(path: string[]): Record<string, unknown> {
  return path.reduce<Record<string, unknown>>(
    (value, key) => value[key] as Record<string, unknown>,
    publishedDocument as unknown as Record<string, unknown>,
  );
}

function errors(path: string[], value: unknown): string[] {
  const pointer = path.map((key) => encodeURIComponent(key.replaceAll("/", "~1"))).join("/");
  const validate = ajv.getSchema(`api#/${pointer}`) as ValidateFunction;
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) =>
    [instancePath, message, JSON.stringify(params)].join(" "),
  );
}
