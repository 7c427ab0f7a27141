import { randomUUID } from "node:crypto";

export const REQUEST_ID_HEADER = "X-Request-Id";

// The id ends up in logs and audit rows, so only harmless characters are accepted.
const WELL_FORMED = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/;

/** The caller's own `X-Request-Id` when it is well formed, otherwise a new one. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get(REQUEST_ID_HEADER);
  return given !== null && WELL_FORMED.test(given) ? given : randomUUID();
}
