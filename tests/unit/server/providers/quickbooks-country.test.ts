import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { isAbroad } from "@/server/providers/errors";
import {
  connectQuickBooks,
  control,
  MemoryStore,
  quickBooksProvider,
  requests,
  type Sandbox,
  startSandbox,
} from "./support";

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 7, today: "2026-11-18", company: "empty" });
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  await control(sandbox, "POST", "/reset", {});
});

/** The facts of a company that doesn't state its country. */
async function facts(input: object) {
  await control(sandbox, "POST", "/quickbooks/company", { ...input, statesCountry: false });
  const store = new MemoryStore((await connectQuickBooks(sandbox)).credentials);
  return quickBooksProvider(sandbox).ledger.companyFacts(store);
}

it("takes books with TAX and NON for American ones, whatever their currency", async () => {
  expect(await facts({ country: "US" })).toMatchObject({ country: "US" });
  expect(await facts({ country: "US", homeCurrency: "EUR" })).toMatchObject({ country: "US" });
});

it("takes books with other tax codes for foreign ones, whatever their currency", async () => {
  for (const input of [{ country: "GB", homeCurrency: "GBP" }, { country: "AU" }]) {
    expect(isAbroad(await facts(input))).toBe(true);
  }
});

it("goes by the home currency where there are no tax codes", async () => {
  for (const [homeCurrency, abroad] of [
    ["USD", false],
    ["SGD", true],
  ] as const) {
    expect(isAbroad(await facts({ homeCurrency, taxCodes: false }))).toBe(abroad);
  }
});

it("asks for tax codes only where no country is stated", async () => {
  const store = new MemoryStore((await connectQuickBooks(sandbox)).credentials);
  await quickBooksProvider(sandbox).ledger.companyFacts(store);
  const queries = await requests(sandbox, "/query");
  expect(queries.filter(({ query }) => query.toLowerCase().includes("taxcode"))).toEqual([]);
});
