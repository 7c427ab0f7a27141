import fc from "fast-check";
import { endpoints, type NamedEndpoint } from "@/lib/contracts/registry";
import type { JsonSchema } from "@/lib/openapi/json-schema";
import { toJsonSchema } from "@/lib/openapi/schema";
import { fitting } from "../../support/fitting";

/** One request as a careless or hostile client sends it. */
export interface BadRequest {
  about: "fields" | "anything" | "not JSON" | "wrong type" | "wrong method" | "query" | "token";
  method: string;
  /** With its question mark; empty for none. */
  query: string;
  contentType: string | null;
  body: string | Uint8Array | null;
  /** Replaces a valid token. */
  authorization?: string;
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const JSON_TYPE = "application/json";

const ODD_TEXTS = [
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "\udfff tail",
  "\u202eright to left",
  "👩‍👩‍👧‍👦",
  "İ",
  "e\u0301".repeat(50),
  "'; DROP TABLE deposits; --",
  "../../etc/passwd",
  "{{7*7}}<script>alert(1)</script>",
  "%00%ff",
  "NaN",
  "-0",
  "1e400",
  "0x10",
  "deposit-1",
  "deposit-99999999999999999999",
  "9".repeat(40),
  "2147483648",
  "9223372036854775808",
  "00000000-0000-0000-0000-000000000000",
  "x".repeat(65),
  "x".repeat(100_000),
];
const ODD_NUMBERS = [
  0,
  -0,
  -1,
  1,
  1.5,
  0.1 + 0.2,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 63,
  1e21,
  1e308,
  Number.MIN_VALUE,
];

const nested = (depth: number): unknown =>
  depth === 0 ? "deep" : depth % 2 ? [nested(depth - 1)] : { a: nested(depth - 1) };

const oddText = fc.oneof(
  fc.constantFrom(...ODD_TEXTS),
  fc.string({ unit: "binary", maxLength: 40 }),
);

const junk: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: oddText },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...ODD_NUMBERS) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], nested(200)) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.array(fc.constantFrom<unknown>(1, "1", null), { maxLength: 600 }) },
);

/** A value close to a schema: each part is right, junk or missing. */
function nearly(schema: JsonSchema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 3, arbitrary: withOddParts(schema) }, { weight: 2, arbitrary: junk });
}

const withOddParts = (schema: JsonSchema) => fitting(schema, { part: nearly, incomplete: true });

const queryText = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom("wait", "page", "q", "__proto__"), oddText), oddText))
  .map(
    (pairs) =>
      `?${new URLSearchParams(pairs.map(([name, value]) => [name.slice(0, 50), value.slice(0, 500)]))}`,
  );

/** Requests close to one contract, mostly wrong in one way. */
export function badRequests(endpoint: NamedEndpoint): fc.Arbitrary<BadRequest> {
  return fc.oneof(...kindsOf(endpoint));
}

/**
 * A few requests that are wrong in each way, other ones for each endpoint and always the same: over all endpoints
 * every odd value occurs.
 */
export function oneOfEachKind(endpoint: NamedEndpoint, seed: number): BadRequest[] {
  const own = [...endpoint.path].reduce(
    (sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0,
    seed,
  );
  return kindsOf(endpoint).flatMap(({ weight, arbitrary }) =>
    fc.sample(arbitrary, { numRuns: weight > 2 ? 3 : 1, seed: own }),
  );
}

function kindsOf(endpoint: NamedEndpoint): fc.WeightedArbitrary<BadRequest>[] {
  const { method, access } = endpoint;
  const takesBody = method !== "GET";
  const schema = endpoint.body && toJsonSchema(endpoint.body, "input");
  const base: Omit<BadRequest, "about"> = {
    method,
    query: "",
    contentType: takesBody ? JSON_TYPE : null,
    body: null,
  };
  const withBody = (about: BadRequest["about"], bodies: fc.Arbitrary<string | Uint8Array>) =>
    bodies.map((body): BadRequest => ({ ...base, about, body }));
  const kinds: fc.WeightedArbitrary<BadRequest>[] = [
    { weight: 2, arbitrary: wrongMethod(base, endpoint.path) },
    { weight: endpoint.query ? 12 : 2, arbitrary: oddQuery(base, endpoint) },
  ];
  if (access === "session") kinds.push({ weight: 1, arbitrary: oddToken(base) });
  if (takesBody) {
    kinds.push(
      {
        weight: schema ? 12 : 2,
        arbitrary: withBody("fields", text(schema ? withOddParts(schema) : junk)),
      },
      { weight: 2, arbitrary: withBody("anything", text(junk)) },
      { weight: 2, arbitrary: withBody("not JSON", notJson) },
      { weight: 1, arbitrary: wrongType(base) },
    );
  }
  return kinds;
}

function text(values: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  return values.map((value) => JSON.stringify(value));
}

const notJson = fc.oneof(
  fc.constantFrom(
    "",
    "{",
    '{"a":',
    "[1,]",
    "undefined",
    "a=1&b=2",
    '{"a":"\u0000"}',
    "[".repeat(50_000),
  ),
  fc.uint8Array({ minLength: 1, maxLength: 50 }).map((bytes) => Uint8Array.from([...bytes, 0xff])),
);

function wrongType(base: Omit<BadRequest, "about">): fc.Arbitrary<BadRequest> {
  const types = [
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "json",
    "application/jsonp",
  ];
  return fc.constantFrom(null, ...types).map((contentType) => ({
    ...base,
    about: "wrong type",
    contentType,
    body: new TextEncoder().encode("{}"),
  }));
}

function wrongMethod(base: Omit<BadRequest, "about">, path: string): fc.Arbitrary<BadRequest> {
  const right = endpoints.filter((each) => each.path === path).map(({ method }) => `${method}`);
  return fc
    .constantFrom(...METHODS.filter((each) => !right.includes(each)))
    .map((method) => ({ ...base, about: "wrong method", method }));
}

function oddQuery(base: Omit<BadRequest, "about">, { query }: NamedEndpoint) {
  const names = query ? Object.keys(toJsonSchema(query, "input").properties ?? {}) : [];
  const own = fc.dictionary(
    fc.constantFrom("none", ...names),
    oddText.map((value) => value.slice(0, 3000)),
  );
  const queries = fc.oneof(
    own.map((values) => `?${new URLSearchParams(values)}`),
    queryText,
    fc.constantFrom("?%", "?%zz=%zz", "?=&=&&", "?page=1&page=x", "?a[b]=c", "?%00=%00"),
  );
  return queries.map((each): BadRequest => ({ ...base, about: "query", query: each }));
}

function oddToken(base: Omit<BadRequest, "about">): fc.Arbitrary<BadRequest> {
  return fc
    .constantFrom(
      "",
      "TOKEN",
      "TOKEN TOKEN",
      "Bearer x",
      `TOKEN ${"x".repeat(8000)}`,
      "TOKEN \u00ff\u00fe",
      "Basic Og==",
    )
    .map((authorization) => ({ ...base, about: "token", authorization }));
}
