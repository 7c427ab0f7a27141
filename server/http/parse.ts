import { z } from "zod";
import { LARGE_BODY_BYTES } from "@/lib/constants/payout-files";
import { inputWords } from "@/server/http/input-words";
import { RequestError } from "@/server/http/problem";

const MAX_BODY_BYTES = 1_048_576;

/**
 * Reads and validates a JSON body. Fields outside the contract are dropped. Without a schema the body is
 * ignored: some documented clients send one where none is needed.
 * @throws RequestError 400 (not JSON, or invalid fields), 413 (too large), 415 (wrong content type).
 */
export async function parseBody(
  request: Request,
  schema: z.ZodType | undefined,
  isLarge = false,
): Promise<unknown> {
  if (!schema) return undefined;
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") {
    throw new RequestError(415, "unsupported_media_type", "Send JSON (application/json)");
  }
  const bytes = await readBytes(request, isLarge ? LARGE_BODY_BYTES : MAX_BODY_BYTES);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new RequestError(400, "malformed_json", "The body is not valid JSON in UTF-8");
  }
  return check(schema, value);
}

/**
 * Reads a form, or flat JSON: its texts by name; all other values are dropped.
 * @throws RequestError as {@link parseBody}.
 */
export async function readForm(request: Request): Promise<Record<string, string>> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type === "application/x-www-form-urlencoded") {
    const bytes = await readBytes(request);
    return Object.fromEntries(new URLSearchParams(new TextDecoder().decode(bytes)));
  }
  return (await parseBody(request, flatForm)) as z.infer<typeof flatForm>;
}

/**
 * Only texts are kept and inspected: other values in an unauthenticated request may be nested without
 * bound.
 */
const flatForm = z
  .record(z.string(), z.unknown())
  .transform((fields) =>
    Object.fromEntries(
      Object.entries(fields).filter(
        (field): field is [string, string] => typeof field[1] === "string",
      ),
    ),
  );

/**
 * Validates the query string. A parameter that the contract doesn't have, one without a value and one that is given twice
 * are refused: ignoring a mistyped filter would answer with everything.
 * @throws RequestError 400 with the parameter's name in `fields`.
 */
export function parseQuery(request: Request, schema: z.ZodType | undefined): unknown {
  const given = new URL(request.url).searchParams;
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const issues = [...new Set(given.keys())].flatMap((name) => {
    const message = wrongParameter(name, given.getAll(name), known);
    return message === undefined ? [] : [{ path: [name], message }];
  });
  if (issues.length > 0) throw invalid(issues);
  return schema && check(schema, Object.fromEntries(given));
}

/** What is wrong with a parameter whatever its type; undefined when nothing is. */
function wrongParameter(
  name: string,
  values: readonly string[],
  known: readonly string[],
): string | undefined {
  if (!known.includes(name)) {
    const list = known.length > 0 ? `Known here: ${known.join(", ")}.` : "None are known here.";
    return `"${name.slice(0, 100)}" is no parameter of this call. ${list}`;
  }
  if (values.length > 1) return `"${name}" is given ${values.length} times. Give it once.`;
  return values[0] === "" ? `"${name}" has no value. Leave it out, or give it one.` : undefined;
}

/** The raw body. @throws RequestError 413 when it is larger than 1 MB, or what is given. */
export async function readBytes(request: Request, most = MAX_BODY_BYTES): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Counted while reading: the declared length can be wrong or missing.
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > most) {
      const megabytes = Math.floor(most / MAX_BODY_BYTES);
      throw new RequestError(413, "too_large", `The body is larger than ${megabytes} MB`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function check(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value, { error: inputWords });
  if (!parsed.success) throw invalid(parsed.error.issues);
  const odd = pathOfUnstorable(parsed.data);
  if (odd === undefined) return parsed.data;
  throw invalid([{ path: odd, message: "Contains characters that can't be used" }]);
}

function invalid(issues: readonly { path: PropertyKey[]; message: string }[]): RequestError {
  const fields: Record<string, string> = {};
  for (const { path, message } of issues) fields[path.join(".") || "body"] ??= message;
  const [first] = Object.values(fields);
  return new RequestError(400, "invalid_input", first ?? "The input is not valid", { fields });
}

// PostgreSQL can't store U+0000, and an unpaired surrogate is not a character.
const UNSTORABLE = /\0|\p{Surrogate}/u;

/** The path of a text that can't be stored, or undefined; contracts bound the depth. */
function pathOfUnstorable(value: unknown): PropertyKey[] | undefined {
  if (typeof value === "string") return UNSTORABLE.test(value) ? [] : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const path = pathOfUnstorable(inner);
    if (path) return [key, ...path];
  }
  return undefined;
}
