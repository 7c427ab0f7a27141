import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Emulators, startEmulators } from "@/emulators/start";
import { endpoints, type NamedEndpoint } from "@/lib/contracts/registry";
import type { JsonSchema } from "@/lib/openapi/json-schema";
import { toJsonSchema } from "@/lib/openapi/schema";
import { closeDb } from "@/server/platform/db";
import { stopQueue } from "@/server/platform/queue/queue";
import { adminDb } from "../support/admin-db";
import { call, handlerOf, ok } from "../support/client";
import { signUp } from "../support/company";
import { type FullLedger, seedFullLedger } from "../support/full-ledger";
import { IDS, isIdField } from "../support/ledger-ids";
import { withUnknownIds } from "../support/with-unknown-ids";

type Input = Record<string, unknown>;

const walked = endpoints.filter(({ access }) => access === "session");
let emulators: Emulators;
let theirs: FullLedger;
/** The caller wherever nothing is changed. */
let caller: FullLedger;
let rowsOf: (books: FullLedger) => Promise<string[]>;
let theirRows: string[];

beforeAll(async () => {
  // Providers refuse these calls: the seeded keys are invalid.
  emulators = await startEmulators({ company: "empty" });
  Object.assign(process.env, emulators.env);
  theirs = await seedFullLedger();
  caller = await seedFullLedger();
  rowsOf = await rowReader();
  theirRows = await rowsOf(theirs);
});
// A company may not ask so often.
beforeEach(() => adminDb().throttle.deleteMany());
afterAll(async () => {
  await stopQueue(1_000);
  await closeDb();
  await emulators.close();
});

const schemaOf = (part: NamedEndpoint["body"]) => (part ? toJsonSchema(part, "input") : undefined);

function idFields(schema: JsonSchema | undefined): string[] {
  return Object.keys(schema?.properties ?? {}).filter(isIdField);
}

/** All combinations of one company's ids in a contract's fields; the other fields are valid. */
function inputsFor(schema: JsonSchema | undefined, books: FullLedger): (Input | undefined)[] {
  if (!schema) return [undefined];
  const fields = idFields(schema);
  // No worker runs here, so there is nothing to wait for.
  const base = { ...(sampleOf(schema) as Input), ...(schema.properties?.wait && { wait: 0 }) };
  return fields.reduce<Input[]>(
    (inputs, field) =>
      inputs.flatMap((input) =>
        (IDS[field]?.(books) ?? []).map((id) => ({ ...input, [field]: id })),
      ),
    [base],
  );
}

/** A plausible value for a schema: the walk is about ids, not about the other fields. */
function sampleOf(schema: JsonSchema): unknown {
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return sampleOf(schema.anyOf[0] ?? {});
  if (schema.properties) {
    const needed = new Set(schema.required ?? []);
    return Object.fromEntries(
      Object.entries(schema.properties).flatMap(([name, field]) =>
        needed.has(name) ? [[name, sampleOf(field)]] : [],
      ),
    );
  }
  if (schema.items) return schema.minItems ? [sampleOf(schema.items)] : [];
  if (schema.examples) return schema.examples[0];
  if (schema.format === "date") return "2099-12-31";
  if (schema.format === "date-time") return "2099-12-31T00:00:00Z";
  if (schema.type === "boolean") return true;
  if (schema.type === "integer" || schema.type === "number") return schema.minimum ?? 96.8;
  return "x".repeat(schema.minLength ?? 3);
}

async function send(endpoint: NamedEndpoint, token: string, query?: Input, body?: Input) {
  const url = new URL(`http://localhost:3000/api${endpoint.path}`);
  for (const [name, value] of Object.entries(query ?? {})) {
    url.searchParams.set(name, String(value));
  }
  const handler = await handlerOf(endpoint.method, url.pathname);
  const answer = await handler(
    new Request(url, {
      method: endpoint.method,
      headers: { authorization: token, "content-type": "application/json" },
      ...(endpoint.method !== "GET" && { body: JSON.stringify(body ?? {}) }),
    }),
  );
  const headers = JSON.stringify([...answer.headers]);
  return { status: answer.status, text: `${headers}\n${await answer.text()}` };
}

/** Every possible request to `endpoint` about the rows of `books`. */
function requestsAbout(endpoint: NamedEndpoint, books: FullLedger) {
  const queries = inputsFor(schemaOf(endpoint.query), books);
  const bodies = inputsFor(schemaOf(endpoint.body), books);
  return queries.flatMap((query) => bodies.map((body) => ({ query, body })));
}

/** The answer's body without the id of its request. */
function bodyOf(text: string): unknown {
  const { request_id: _, ...said } = JSON.parse(text.slice(text.indexOf("\n") + 1));
  return said;
}

function expectNothingOf(books: FullLedger, text: string): void {
  for (const secret of [books.marker, ...books.ids]) expect(text).not.toContain(secret);
}

/** @returns reads every row of a company or its person, with the transaction that wrote it. */
async function rowReader(): Promise<typeof rowsOf> {
  const columns = await adminDb().$queryRaw<{ table: string; column: string }[]>`
    SELECT table_name AS table, column_name AS column FROM information_schema.columns
    WHERE table_schema = 'public' AND (column_name IN ('company_id', 'user_id')
      OR (table_name, column_name) IN (('companies', 'id'), ('users', 'id')))`;
  const reads = columns.map(({ table, column }) => {
    const owner = column === "user_id" || table === "users" ? "$2" : "$1";
    return `SELECT '${table} ' || t.xmin || t::text AS row FROM "${table}" t WHERE ${column}::text = ${owner}`;
  });
  const all = `${reads.join(" UNION ALL ")} ORDER BY 1`;
  return async ({ companyId, userId }) => {
    const rows = await adminDb().$queryRawUnsafe<{ row: string }[]>(all, companyId, `${userId}`);
    return rows.map(({ row }) => row);
  };
}

test("this walk knows every field that names a row", () => {
  const fields = walked.flatMap(({ body, query }) => [
    ...idFields(schemaOf(body)),
    ...idFields(schemaOf(query)),
  ]);
  expect(new Set(fields)).toEqual(new Set(Object.keys(IDS)));
});

describe("another company's rows can be neither seen nor changed", () => {
  test.each(walked)("$method $path", async (endpoint) => {
    const names = [...idFields(schemaOf(endpoint.query)), ...idFields(schemaOf(endpoint.body))];
    // What names no row is about the caller's own: it ends their sessions, connections and matches.
    const changes = names.length === 0 && endpoint.method !== "GET";
    const mine = changes ? await seedFullLedger() : caller;
    const requests = requestsAbout(endpoint, theirs);
    expect(requests.length).toBeGreaterThan(0);
    const token = await mine.signIn();
    const before = await rowsOf(mine);
    for (const { query, body } of requests) {
      const { status, text } = await send(endpoint, token, query, body);
      const said = `${JSON.stringify({ query, body })} ${status} ${text.slice(-300)}`;
      expect(status, said).not.toBe(500);
      if (names.length > 0) {
        expect(status, said).toBe(404);
        expect(text, said).toContain('"code":"not_found"');
        const unknown = await send(
          endpoint,
          token,
          withUnknownIds(query, isIdField),
          withUnknownIds(body, isIdField),
        );
        expect([status, bodyOf(text)], said).toEqual([unknown.status, bodyOf(unknown.text)]);
      }
      expectNothingOf(theirs, text);
    }
    expect(await rowsOf(theirs)).toEqual(theirRows);
    if (names.length > 0) expect(await rowsOf(mine)).toEqual(before);
  });

  test("a mix of own and foreign ids is refused as a whole", async () => {
    const match = walked.find(({ path }) => path === "/qb/match-transaction/");
    if (!match) throw new Error("there is no manual match");
    const amounts = { stripe_transaction_amount: 96.8, quickbooks_transaction_amount: 100 };
    for (const [deposits, payments] of [
      [caller, theirs],
      [theirs, caller],
    ] as const) {
      const { status, text } = await send(match, await caller.signIn(), undefined, {
        stripe_transaction_ids: [String(deposits.depositIds.pending)],
        quickbooks_transaction_ids: [payments.paymentProviderIds[0]],
        ...amounts,
      });
      expect(status, text).toBe(404);
      expectNothingOf(theirs, text);
    }
    expect(await rowsOf(theirs)).toEqual(theirRows);
  });
});

test("an unknown row looks exactly like another company's", async () => {
  const { token } = await signUp();
  const [found, unknown] = await Promise.all(
    [theirs.depositIds.posted, 2_000_000_000].map((deposit_id) =>
      call("POST", "/qb/auto-match/", { token, body: { deposit_id } }),
    ),
  );
  const { request_id: _, ...said } = found?.body ?? {};
  expect(unknown?.body).toEqual({ ...said, request_id: expect.any(String) });
});

test("every list is empty for a company without rows", async () => {
  const { token } = await signUp();
  const lists: [path: string, field: string][] = [
    ["/qb/deposit-status/", "deposits"],
    ["/qb/get-payment/", "transactions"],
    ["/qb/suggestions/", "suggestions"],
    ["/user/integrations/", "integrations"],
    ["/qb/get-expense/", "expenses"],
    ["/sync-runs/", "runs"],
  ];
  for (const [path, field] of lists) {
    expect((await ok("GET", path, token))[field], path).toEqual([]);
  }
  const summary = await ok("GET", "/summary/", token);
  expect(Object.values(summary).every((value) => value === 0)).toBe(true);
});

test("every endpoint answers 401 without a token and with a made-up one", async () => {
  for (const { method, path } of walked) {
    for (const token of ["", "TOKEN ", `TOKEN ${randomUUID()}`]) {
      expect((await call(method, path, { token, body: {} })).status, path).toBe(401);
    }
  }
});

describe("the walk reaches endpoints that work", () => {
  test("the same requests find the owner's own rows", async () => {
    let own = await seedFullLedger();
    const isFound = async (endpoint: NamedEndpoint) => {
      for (const { query, body } of requestsAbout(endpoint, own)) {
        const { status } = await send(endpoint, await own.signIn(), query, body);
        if (status !== 404) return true;
      }
      return false;
    };
    for (const endpoint of walked) {
      const fields = [...idFields(schemaOf(endpoint.query)), ...idFields(schemaOf(endpoint.body))];
      if (fields.length === 0 || (await isFound(endpoint))) continue;
      // An earlier call has used them up.
      own = await seedFullLedger();
      expect(await isFound(endpoint), endpoint.path).toBe(true);
    }
  });

  test("the searched values do appear in the owner's own answers", async () => {
    const own = await seedFullLedger();
    const seen = [];
    for (const endpoint of walked.filter(({ method }) => method === "GET")) {
      for (const { query } of requestsAbout(endpoint, own)) {
        const { text } = await send(endpoint, await own.signIn(), query);
        if (text.includes(own.marker)) seen.push(endpoint.path);
        expect(text, "what is sealed is not shown to its owner either").not.toContain("-secret");
      }
    }
    expect(new Set(seen).size).toBeGreaterThan(6);
  });
});
