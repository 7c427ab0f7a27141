/** An `X-Request-Id` that is kept: it ends up in logs and audit rows, so only harmless characters are accepted. */
export const REQUEST_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/;
