import { COMPANY_HEADER } from "@/lib/constants/company-header";
import { REQUEST_ID } from "@/lib/constants/request-id";
import { IDEMPOTENCY_HEADER, REPLAY_HEADER } from "@/lib/contracts/idempotency";

/** A reference to a header of an answer. */
export function header(name: keyof typeof HEADERS): object {
  return { $ref: `#/components/headers/${name}` };
}

/** A reference to a header of a request. */
export function headerParameter(name: keyof typeof HEADER_PARAMETERS): object {
  return { $ref: `#/components/parameters/${name}` };
}

const text = { type: "string" };
const uuid = { type: "string", format: "uuid" };

/** The headers of answers, by their names. */
export const HEADERS = {
  "Content-Disposition": {
    description: "The file name of a download.",
    required: true,
    schema: {
      ...text,
      pattern: '^attachment; filename="[^"]+"$',
      examples: ['attachment; filename="deposits.csv"'],
    },
  },
  ETag: {
    description: "Identifies this version of the answer; send it back as If-None-Match.",
    required: true,
    schema: { ...text, pattern: '^"[^"]+"$' },
  },
  [REPLAY_HEADER]: {
    description:
      "`true`: nothing was done; this is the answer of the first call with this Idempotency-Key.",
    schema: { ...text, enum: ["true"] },
  },
  "Retry-After": {
    description: "Seconds to wait before repeating the call.",
    schema: { type: "integer", minimum: 1 },
  },
  "WWW-Authenticate": {
    description: "The scheme that programs authenticate with.",
    required: true,
    schema: { ...text, enum: ["Bearer"] },
  },
  [COMPANY_HEADER]: {
    description: "The company that the answer is about.",
    required: true,
    schema: uuid,
  },
  "X-Request-Id": {
    description:
      "Identifies this call in the installation's log: the one that was sent where it is valid, else a new one.",
    required: true,
    schema: { ...text, pattern: REQUEST_ID.source },
  },
} as const;

/** The headers of requests. */
export const HEADER_PARAMETERS = {
  Company: {
    name: COMPANY_HEADER,
    in: "header",
    description:
      "The company that the call is about; without it, the session's own. API tokens have one company, which is the only one they can name.",
    schema: uuid,
  },
  IdempotencyKey: {
    name: IDEMPOTENCY_HEADER,
    in: "header",
    description:
      "Makes a repeat safe: for 24 hours, a second call with the same key does nothing and gets the first answer. A new random value, such as a UUID, for each thing to be done; only successes are kept.",
    schema: { ...text, pattern: "^[!-~]{1,255}$" },
  },
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    description:
      "The `ETag` of an earlier answer: 304 without a body while the answer is the same.",
    schema: text,
  },
  WebhookId: {
    name: "webhook-id",
    in: "header",
    required: true,
    description:
      "Identifies the event: the same for every attempt and replay. Remember the ids of some days, and do nothing for one that has come before.",
    schema: uuid,
  },
  WebhookSignature: {
    name: "webhook-signature",
    in: "header",
    required: true,
    description:
      "Signatures, separated by spaces; one that fits is enough. Each is `v1,` and the Base64 of HMAC-SHA-256 over `{webhook-id}.{webhook-timestamp}.{body}`, with the key that follows `whsec_` in the secret, decoded from Base64.",
    schema: {
      ...text,
      pattern: "^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)*$",
      examples: ["v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="],
    },
  },
  WebhookTimestamp: {
    name: "webhook-timestamp",
    in: "header",
    required: true,
    description:
      "When this attempt was sent, in seconds since 1970. Refuse times more than five minutes away.",
    schema: { ...text, pattern: "^[0-9]+$", examples: ["1793764812"] },
  },
} as const;

export const SECURITY_SCHEMES = {
  apiToken: {
    type: "http",
    scheme: "bearer",
    description:
      "For programs: an API token (`dmat_…`) from Settings → People. It belongs to one company, has a role of its own and may call the operations with `x-api-tokens: true`.",
  },
  token: {
    type: "apiKey",
    in: "header",
    name: "Authorization",
    description:
      "The token returned by signing in, unchanged: `TOKEN …`. An API token can be sent the same way: `TOKEN dmat_…`.",
  },
} as const;
