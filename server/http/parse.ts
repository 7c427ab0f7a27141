import type { z } from "zod";
import { RequestError } from "@/server/http/problem";

const MAX_BODY_BYTES = 1_048_576;

/**
 * Reads and checks a JSON body. Without a schema the body is ignored: the documented clients send one
 * here and there where none is needed.
 * @throws RequestError 400 (not JSON, or fields wrong), 413 (too large), 415 (not JSON by its type).
 */
export async function parseBody(request: Request, schema: z.ZodType | undefined): Promise<unknown> {
  if (!schema) return undefined;
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") {
    throw new RequestError(415, "unsupported_media_type", "Send JSON (application/json)");
  }
  const text = await readText(request);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new RequestError(400, "malformed_json", "The body is not valid JSON");
  }
  return check(schema, value);
}

/** Checks the query string. An empty value counts as absent; the last of a repeated name wins. */
export function parseQuery(request: Request, schema: z.ZodType | undefined): unknown {
  if (!schema) return undefined;
  const pairs = [...new URL(request.url).searchParams].filter(([, value]) => value !== "");
  return check(schema, Object.fromEntries(pairs));
}

async function readText(request: Request): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Counted while reading: the length that a client states can be wrong or missing.
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) {
      throw new RequestError(413, "too_large", "The body is larger than 1 MB");
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function check(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) {
    fields[issue.path.join(".") || "body"] ??= issue.message;
  }
  const [first] = Object.values(fields);
  throw new RequestError(400, "invalid_input", first ?? "The input is not valid", fields);
}
