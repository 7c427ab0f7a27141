import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { isAbroad } from "@/server/providers/errors";
import {
  connectQuickBooks,
  control,
  type Emulators,
  MemoryStore,
  quickBooksProvider,
  requests,
  startEmulators,
} from "./support";

let emulators: Emulators;

beforeAll(async () => {
  emulators = await startEmulators({ seed: 7, today: "2026-11-18", company: "empty" });
});
afterAll(() => emulators.close());
beforeEach(async () => {
  await control(emulators, "POST", "/reset", {});
});

/** The facts of a company that doesn't state its country. */
async function facts(input: object) {
  await control(emulators, "POST", "/quickbooks/company", { ...input, statesCountry: false });
  const store = new MemoryStore((await connectQuickBooks(emulators)).credentials);
  return quickBooksProvider(emulators).ledger.companyFacts(store);
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
  const store = new MemoryStore((await connectQuickBooks(emulators)).credentials);
  await quickBooksProvider(emulators).ledger.companyFacts(store);
  const queries = await requests(emulators, "/query");
  expect(queries.filter(({ query }) => query.toLowerCase().includes("taxcode"))).toEqual([]);
});
