import { randomUUID } from "node:crypto";
import createClient from "openapi-fetch";
import { beforeAll, expect, test } from "vitest";
import { handlerOf } from "../support/client";
import type { components, paths } from "../support/generated/api";
import { MatchingBooks } from "../support/matching-books";
import { seedApiToken } from "../support/members";

type Deposit = components["schemas"]["Deposit"];

let books: MatchingBooks;
/** As an integrator makes it: from types that a generator has written for our document. */
let api: ReturnType<typeof createClient<paths>>;

beforeAll(async () => {
  books = await MatchingBooks.create();
  for (const amount of [10_000, 20_000, 30_000]) {
    await books.suggestion([{ line: { gross: amount }, payment: { amount } }]);
  }
  const { token } = await seedApiToken(books.companyId, books, "bookkeeper");
  api = createClient<paths>({
    baseUrl: "http://localhost:3000/api",
    headers: { Authorization: token.replace("TOKEN", "Bearer") },
    fetch: async (request) => {
      const handler = await handlerOf(request.method, new URL(request.url).pathname);
      return handler(request);
    },
  });
});

/** @throws what the API answers in place of what was asked for */
async function got<Data>(answer: Promise<{ data?: Data; error?: unknown }>): Promise<Data> {
  const { data, error } = await answer;
  if (data === undefined) throw error;
  return data;
}

async function suggestedDeposits(): Promise<Deposit[]> {
  const found: Deposit[] = [];
  for (let page = 1; ; page += 1) {
    const query = { status: "suggested", page, page_size: 2, sort: "date" } as const;
    const { deposits, next } = await got(api.GET("/qb/deposit-status/", { params: { query } }));
    found.push(...deposits);
    if (next === null) return found;
  }
}

const follow = (updated_since: string) =>
  got(api.GET("/qb/deposit-status/", { params: { query: { updated_since, page_size: 50 } } }));

test("a program with generated types confirms, undoes and follows", async () => {
  const self = await got(api.GET("/api-tokens/self/"));
  expect([self.api_token.acts_as, self.company.id]).toEqual(["bookkeeper", books.companyId]);

  const suggested = await suggestedDeposits();
  expect(new Set(suggested.map(({ id }) => id)).size).toBe(3);
  const { updated_until } = await follow("2020-01-01T00:00:00Z");

  const deposit_id = suggested[0]?.id ?? 0;
  const { matches } = await got(api.GET("/qb/deposit/", { params: { query: { deposit_id } } }));
  expect(matches.map(({ kind }) => kind)).toEqual(["one_to_one"]);

  const header = { "Idempotency-Key": randomUUID() };
  const confirm = () =>
    api.POST("/qb/confirm-match/", { params: { header }, body: { deposit_id } });
  expect((await got(confirm())).status).toBe("matched");
  const again = await confirm();
  expect([again.data?.status, again.response.headers.get("Idempotent-Replayed")]).toEqual([
    "matched",
    "true",
  ]);
  const { error } = await api.POST("/qb/confirm-match/", { body: { deposit_id } });
  expect(error?.code).toBe("already_matched");

  expect((await got(api.POST("/qb/undo/", { body: { deposit_id } }))).status).toBe("suggested");
  const { deposits } = await follow(updated_until ?? "");
  expect(deposits.map(({ id, status }) => [id, status])).toContainEqual([deposit_id, "suggested"]);
});

test("calls that the API refuses don't compile", async () => {
  const list = "/qb/deposit-status/";
  const refused = await Promise.all([
    // @ts-expect-error no such status
    api.GET(list, { params: { query: { status: "pnding" } } }),
    // @ts-expect-error no such order
    api.GET(list, { params: { query: { sort: "-nonsense" } } }),
    // @ts-expect-error a currency is text
    api.GET(list, { params: { query: { currency: 5 } } }),
    // @ts-expect-error no such parameter
    api.GET(list, { params: { query: { stats: "posted" } } }),
    // @ts-expect-error ids are numbers
    api.GET("/qb/deposit/", { params: { query: { deposit_id: "x" } } }),
    // @ts-expect-error deposit_id is required
    api.POST("/qb/confirm-match/", { body: {} }),
    // @ts-expect-error no such effect
    api.POST("/qb/undo/", { body: { deposit_id: 1, effect: "all" } }),
  ]);
  expect(refused.map(({ response }) => response.status)).toEqual(refused.map(() => 400));
  const { deposits } = await got(api.GET(list));
  // @ts-expect-error no such field
  expect(deposits.map(({ amount }) => amount)).toEqual(deposits.map(() => undefined));
  // @ts-expect-error no status of a deposit
  expect(deposits.filter(({ status }) => status === "pnding")).toEqual([]);
});
