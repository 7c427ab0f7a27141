import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endpoints, type NamedEndpoint } from "@/lib/contracts/registry";
import { type JsonSchema, toJsonSchema } from "@/lib/openapi/schema";
import { type Sandbox, startSandbox } from "@/sandbox/start";
import { closeDb } from "@/server/db";
import { stopQueue } from "@/server/jobs/queue";
import { handlerOf } from "../setup/client";
import { everything } from "../setup/everything";
import { type FullBooks, plantFullBooks } from "../setup/full-books";

type Input = Record<string, unknown>;

/** Every field that names a row, and what to put there. A new one has to be added here. */
const IDS: Record<string, (books: FullBooks) => unknown[]> = {
  deposit_id: ({ depositIds }) => Object.values(depositIds),
  deposit_ids: ({ depositIds }) => [[depositIds.pending], [depositIds.pending, depositIds.posted]],
  run_id: ({ runId }) => [runId],
  match_run_id: ({ matchRunId }) => [matchRunId],
  failure_id: ({ failureId }) => [failureId],
  session_id: ({ sessionId }) => [sessionId],
  identity_id: (books) => [books.identityId],
  ids: ({ notificationId }) => [[notificationId]],
  stripe_transaction_ids: ({ depositIds }) => [
    [String(depositIds.pending)],
    [`deposit-${depositIds.suggested}`],
  ],
  quickbooks_transaction_ids: ({ paymentProviderIds }) => [
    [paymentProviderIds[0]],
    paymentProviderIds.slice(0, 2),
  ],
};

/** Ids of a provider's things, looked up at the caller's own provider, and credentials. */
const NO_ROWS = new Set(["account_id", "bank_id", "login_id"]);

const walked = endpoints.filter(({ access }) => access === "session");
let sandbox: Sandbox;
let theirs: FullBooks;

beforeAll(async () => {
  // Calls that reach a provider are refused there: the planted keys are none.
  sandbox = await startSandbox({ company: "empty" });
  Object.assign(process.env, sandbox.env);
  theirs = await plantFullBooks();
});
afterAll(async () => {
  await stopQueue(1_000);
  await closeDb();
  await sandbox.close();
});

const schemaOf = (part: NamedEndpoint["body"]) => (part ? toJsonSchema(part, "input") : undefined);
const isIdField = (name: string) => /(?:^|_)ids?$/i.test(name) && !NO_ROWS.has(name);

function idFields(schema: JsonSchema | undefined): string[] {
  return Object.keys(schema?.properties ?? {}).filter(isIdField);
}

/** All combinations that put one company's ids into a contract's fields; the rest is made to fit. */
function inputsFor(schema: JsonSchema | undefined, books: FullBooks): (Input | undefined)[] {
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

/** Something plausible for a schema: the walk is about ids, not about the other fields. */
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
  if (schema.items) return [];
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

/** Every request that `endpoint` can be asked about the rows of `books`. */
function requestsAbout(endpoint: NamedEndpoint, books: FullBooks) {
  const queries = inputsFor(schemaOf(endpoint.query), books);
  const bodies = inputsFor(schemaOf(endpoint.body), books);
  return queries.flatMap((query) => bodies.map((body) => ({ query, body })));
}

function expectNothingOf(books: FullBooks, text: string): void {
  for (const secret of [books.marker, ...books.ids]) expect(text).not.toContain(secret);
}

/** Every row that is the company's or its person's, with the transaction that wrote it. */
async function rowsOf({ companyId, userId }: FullBooks): Promise<string[]> {
  const columns = await everything().$queryRaw<{ table_name: string; column_name: string }[]>`
    SELECT table_name, column_name FROM information_schema.columns
    WHERE table_schema = 'public' AND (column_name IN ('company_id', 'user_id')
      OR (table_name, column_name) IN (('companies', 'id'), ('users', 'id')))
    ORDER BY 1, 2`;
  const rows: string[] = [];
  for (const { table_name, column_name } of columns) {
    const isPerson = column_name === "user_id" || table_name === "users";
    const found = await everything().$queryRawUnsafe<{ row: string }[]>(
      `SELECT '${table_name} ' || t.xmin || t::text AS row FROM "${table_name}" t
       WHERE ${column_name}::text = $1 ORDER BY 1`,
      isPerson ? String(userId) : companyId,
    );
    rows.push(...found.map(({ row }) => row));
  }
  return rows;
}

test("every field that names a row is known to this walk", () => {
  const fields = walked.flatMap(({ body, query }) => [
    ...idFields(schemaOf(body)),
    ...idFields(schemaOf(query)),
  ]);
  expect(new Set(fields)).toEqual(new Set(Object.keys(IDS)));
});

describe("another company's rows can be neither seen nor changed", () => {
  test.each(walked)("$method $path", async (endpoint) => {
    // Some calls end sessions, connections and matches: each endpoint gets a caller of its own.
    const mine = await plantFullBooks();
    const before = await rowsOf(theirs);
    const names = [...idFields(schemaOf(endpoint.query)), ...idFields(schemaOf(endpoint.body))];
    const requests = requestsAbout(endpoint, theirs);
    expect(requests.length).toBeGreaterThan(0);
    for (const { query, body } of requests) {
      const { status, text } = await send(endpoint, await mine.signIn(), query, body);
      const said = `${JSON.stringify({ query, body })} ${status} ${text.slice(-300)}`;
      expect(status, said).not.toBe(500);
      if (names.length > 0) expect(status, said).toBe(404);
      expectNothingOf(theirs, text);
    }
    expect(await rowsOf(theirs)).toEqual(before);
  });

  test("half of one's own and half of another's is nobody's", async () => {
    const match = walked.find(({ path }) => path === "/qb/match-transaction/");
    if (!match) throw new Error("there is no manual match");
    const mine = await plantFullBooks();
    const before = await rowsOf(theirs);
    const amounts = { stripe_transaction_amount: 96.8, quickbooks_transaction_amount: 100 };
    for (const [deposits, payments] of [
      [mine, theirs],
      [theirs, mine],
    ] as const) {
      const { status, text } = await send(match, await mine.signIn(), undefined, {
        stripe_transaction_ids: [String(deposits.depositIds.pending)],
        quickbooks_transaction_ids: [payments.paymentProviderIds[0]],
        ...amounts,
      });
      expect(status, text).toBe(404);
      expectNothingOf(theirs, text);
    }
    expect(await rowsOf(theirs)).toEqual(before);
  });
});

describe("the walk is no walk past closed doors", () => {
  test("the same requests about one's own rows find them", async () => {
    for (const endpoint of walked) {
      const own = await plantFullBooks();
      const fields = [...idFields(schemaOf(endpoint.query)), ...idFields(schemaOf(endpoint.body))];
      if (fields.length === 0) continue;
      const answers = [];
      for (const { query, body } of requestsAbout(endpoint, own)) {
        answers.push(await send(endpoint, await own.signIn(), query, body));
      }
      const found = answers.filter(({ status }) => status !== 404);
      expect(found.length, endpoint.path).toBeGreaterThan(0);
    }
  });

  test("what is looked for in the answers does stand in the owner's own", async () => {
    const own = await plantFullBooks();
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
