import { createHash } from "node:crypto";

/**
 * Responds with a file instead of JSON: cached only by its owner's browser, never sniffed as another
 * type, and not resent while it is unchanged.
 */
export async function fileAnswer(
  request: Request,
  file: File,
  headers: [name: string, value: string][],
): Promise<Response> {
  const bytes = await file.arrayBuffer();
  const etag = `"${createHash("sha256").update(Buffer.from(bytes)).digest("base64url")}"`;
  const same = request.headers.get("if-none-match") === etag;
  return new Response(same ? null : bytes, {
    status: same ? 304 : 200,
    headers: [
      ...headers,
      ["Content-Type", file.type],
      ["Content-Disposition", "inline"],
      ["X-Content-Type-Options", "nosniff"],
      ["Content-Security-Policy", "default-src 'none'; sandbox"],
      ["Cache-Control", "private, no-cache"],
      ["Vary", "Authorization"],
      ["ETag", etag],
    ],
  });
}
