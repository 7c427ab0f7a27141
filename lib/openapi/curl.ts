import type { JsonSchema } from "@/lib/openapi/json-schema";
import type { Operation, Parameter } from "@/lib/openapi/reader";
import { schemaName } from "@/lib/openapi/reader";

/**
 * An example call for a shell, whose variable TOKEN is the caller's token.
 * @param api the address of the API without a closing slash: "https://deposits.example.com/api"
 * @param query "?status=suggested"; without it, what the operation requires
 */
export function curlOf(
  operation: Operation,
  api: string,
  query = requiredQuery(operation),
): string {
  const { method, path, role, apiTokens, parameters, body, answers } = operation;
  const isFile = answers.some(([, { schema }]) => schema.format === "binary");
  const isStream = answers.some(([type]) => type === "text/event-stream");
  return [
    `curl ${method === "GET" ? "" : `-X ${method} `}${quoted(api + path + query)}`,
    ...(role === "anyone" ? [] : [authorization(apiTokens)]),
    ...(parameters.some(({ name }) => name === "Idempotency-Key")
      ? [`-H "Idempotency-Key: $(uuidgen)"`]
      : []),
    ...(body
      ? ["-H 'Content-Type: application/json'", `-d ${quoted(written(body.example ?? {}))}`]
      : []),
    ...(isStream ? ["--no-buffer"] : []),
    ...(isFile ? ["--remote-name --remote-header-name"] : []),
  ].join(` \\${NEXT_LINE}`);
}

function requiredQuery({ parameters }: Operation): string {
  const required = parameters.filter((each) => each.in === "query" && each.required);
  const pairs = required.map((each) => `${each.name}=${encodeURIComponent(sample(each))}`);
  return pairs.length > 0 ? `?${pairs.join("&")}` : "";
}

/** A session's token is sent as it came, "TOKEN …". */
function authorization(apiTokens: boolean): string {
  return `-H "Authorization: ${apiTokens ? "Bearer " : ""}$TOKEN"`;
}

const LINE = 72;
const NEXT_LINE = "\n  ";

/** On one line where it fits, otherwise indented below its option. */
function written(example: unknown): string {
  const short = JSON.stringify(example);
  if (short.length <= LINE) return short;
  return JSON.stringify(example, null, 2).replaceAll("\n", NEXT_LINE);
}

/** Text as one word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

const SAMPLES: Record<string, string> = { RowId: "1042" };

function sample({ name, schema }: Parameter): string {
  const named = SAMPLES[schemaName(schema) ?? ""];
  if (named) return named;
  if (name === "currency") return "USD";
  return String(schema.examples?.[0] ?? schema.enum?.[0] ?? byFormat(schema));
}

function byFormat({ format }: JsonSchema): string {
  return format === "uuid" ? "6f1c2a34-9d0b-4c55-8e21-1b7f6a0e9c3d" : "Ada";
}
