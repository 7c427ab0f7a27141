import { createHash } from "node:crypto";

/** An answer as the bytes that are sent, and their version: a hash of them, so each instance of the product has the same. */
export class WrittenAnswer {
  readonly etag: string;

  constructor(readonly bytes: Uint8Array<ArrayBuffer>) {
    this.etag = `"${createHash("sha256").update(bytes).digest("base64url")}"`;
  }
}

/** Responds with the answer, or without it, 304, where the client names this version as the one that it has. */
export function conditionalAnswer(
  request: Request,
  { bytes, etag }: WrittenAnswer,
  headers: [name: string, value: string][],
): Response {
  const isKnown = versionsIn(request.headers.get("if-none-match")).includes(etag);
  return new Response(isKnown ? null : bytes, {
    status: isKnown ? 304 : 200,
    headers: [...headers, ["ETag", etag]],
  });
}

/** A proxy that compresses an answer marks its version as weak: "W/". */
function versionsIn(header: string | null): string[] {
  return (header ?? "").split(",").map((version) => version.trim().replace(/^W\//, ""));
}
