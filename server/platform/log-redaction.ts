const REDACTED = "[redacted]";
const DEEPEST = 6;

/** Names of secret fields: ours, the providers', and HTTP's. */
const SECRET_NAME =
  /passw|passphrase|secret|token|authori[sz]ation|cookie|credential|otp|totp|grant|challenge|signature|api_?key|transcation_key|^(?:key|code|codes|recovery_codes?|state|jwt|pin)$/i;

/** Secrets known by their shape, anywhere: in a message, an address, a provider's text. */
const SECRET_SHAPES: [RegExp, string][] = [
  [/\b(?:TOKEN|Bearer|Basic)\s+[\w.~+/=-]{8,}/gi, REDACTED],
  [/\b(?:sk|rk|whsec|ac)_(?:(?:live|test)_)?\w{8,}/g, REDACTED],
  // Ours: API tokens, wherever they stand.
  [/\bdmat_[\w-]{8,}/g, REDACTED],
  [/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, REDACTED],
  [/\b(code|state|token|secret|password|key)=[^&\s"']+/gi, `$1=${REDACTED}`],
  [/(\/\/[^/\s:@]+):[^/\s@]+@/g, `$1:${REDACTED}@`],
];

/** The error fields that are logged; others may hold a request with its headers. */
const ERROR_FIELDS = ["code", "failure", "status", "statusCode", "syscall", "responseCode"];

/**
 * A copy of what is about to be logged without anything that could be a secret: values under names that
 * secrets go by, and strings that look like one. Errors keep their kind, message, stack, codes and cause.
 */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return redactText(value);
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth > DEEPEST) return "[deep]";
  if (value instanceof Error) return redactError(value, depth);
  if (value instanceof Date) return value;
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      SECRET_NAME.test(name) ? REDACTED : redact(item, depth + 1),
    ]),
  );
}

/** {@link redact} for a text. */
export function redactText(text: string): string {
  return SECRET_SHAPES.reduce(
    (redacted, [shape, replacement]) => redacted.replace(shape, replacement),
    text,
  );
}

function redactError(error: Error, depth: number): Record<string, unknown> {
  const fields = ERROR_FIELDS.flatMap((name) => {
    const value: unknown = Reflect.get(error, name);
    return typeof value === "string" || typeof value === "number" ? [[name, value] as const] : [];
  });
  return {
    type: error.constructor.name,
    message: redactText(error.message),
    stack: redactText(error.stack ?? ""),
    ...Object.fromEntries(fields),
    ...(error.cause !== undefined && { cause: redact(error.cause, depth + 1) }),
  };
}
