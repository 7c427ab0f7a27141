import { describe, expect, it } from "vitest";
import type { FileFacts } from "@/matching/command/input/reading";
import { loadPayments } from "@/matching/command/load";
import { matchFiles } from "@/matching/command/match-files";
import { readOptions } from "@/matching/command/options";
import { Progress } from "@/matching/command/progress";
import { temporaryFiles } from "./command";
import { anyDialect, type Dates, type Sale, seeded, type TableDialect, written } from "./dialects";

const file = temporaryFiles();
const DIALECTS = 120;

const sales: Sale[] = [
  { kind: "payment", num: "101", date: "2026-03-02", name: "Zoë Müller", memo: "", cents: 123_456 },
  { kind: "invoice", num: "7", date: "2026-03-05", name: "Ana, Lima", memo: "", cents: 50_000 },
  {
    kind: "receipt",
    num: "102",
    date: "2026-03-14",
    name: 'Lee "The" Fox',
    memo: "Cours; | piano",
    cents: 1_234_567_89,
  },
  { kind: "payment", num: "", date: "2026-03-14", name: "Ana, Lima", memo: "", cents: 5 },
  {
    kind: "refund",
    num: "104",
    date: "2026-03-31",
    name: "Ana, Lima",
    memo: "à rendre",
    cents: 150_000,
  },
  { kind: "payment", num: "105", date: "2026-04-01", name: "Ida Moe", memo: "", cents: 12_50 },
];

const TYPES = { payment: "Payment", receipt: "SalesReceipt", refund: "RefundReceipt", invoice: "" };

const answer = sales
  .filter(({ kind }) => kind !== "invoice")
  .map(({ kind, num, date, name, memo, cents }) => ({
    date,
    amount: kind === "refund" ? -cents : cents,
    currency: "EUR",
    customerName: name,
    reference: num === "" ? undefined : num,
    note: memo === "" ? undefined : memo,
    type: TYPES[kind],
  }));

async function read(content: Buffer, currency: TableDialect["currency"]) {
  const path = await file("table.csv", content);
  let facts: FileFacts | undefined;
  // Where the table says no currency, the user or the other file does.
  const assumed = currency === "nowhere" ? "EUR" : "USD";
  const payments = await loadPayments(path, assumed, {
    isCurrencyAssumed: true,
    onFacts: (found) => {
      facts = found;
    },
  });
  return { facts, payments: payments.map(({ id: _id, email: _email, ...rest }) => rest) };
}

it(`one table in ${DIALECTS} dialects is read alike`, async () => {
  const pick = seeded(20_260_314);
  for (let i = 0; i < DIALECTS; i++) {
    const dialect = anyDialect(pick);
    const { payments, facts } = await read(written(sales, dialect), dialect.currency);
    const { language, ...rest } = dialect;
    const label = JSON.stringify({ ...rest, language: language.locale });
    expect(payments, label).toEqual(answer);
    expect(facts?.undecided, label).toBeNull();
    expect(facts?.assumed, label).toBe(dialect.currency === "nowhere" ? "EUR" : null);
  }
});

describe("a table that leaves a choice", () => {
  const NUMERIC: Dates[] = ["d/m/y", "d.m.y", "d-m-yy", "m/d/y", "m/d/y 0:00"];
  const early = sales.map((sale, i) => ({
    ...sale,
    date: ["2026-03-04", "2026-04-03", "2026-02-05", "2026-05-02"][i % 4] ?? "",
  }));

  it("of day and month is never automatic", async () => {
    const pick = seeded(7);
    const quiet = new Progress({ isTTY: false, columns: 80, write: () => {} });
    for (let i = 0; i < 25; i++) {
      const dialect: TableDialect = {
        ...anyDialect(pick),
        dates: pick(NUMERIC),
        titles: 0,
        currency: "before",
      };
      const payments = await file("p.csv", written(early, dialect));
      const lines = early.map(
        ({ date, name, cents }, at) =>
          `d${at},${date},${cents}.00,l${at},${date},${cents}.00,${JSON.stringify(name.replaceAll('"', "'"))}`,
      );
      const head = "id,date,amount,line_id,line_date,line_amount,line_entity";
      const deposits = await file("d.csv", `${head}\n${lines.join("\n")}\n`);
      const options = readOptions(["--deposits", deposits, "--payments", payments]);
      if (!options) throw new Error("no options");
      const { result, warnings } = await matchFiles(options, quiet);
      expect(warnings).toHaveLength(1);
      expect(result.stats.auto).toBe(0);
    }
  });

  it("of thousands and cents is refused", async () => {
    const pick = seeded(11);
    for (let i = 0; i < 25; i++) {
      const dialect: TableDialect = {
        ...anyDialect(pick),
        numbers: "1.234,56",
        repeatsHeader: false,
        hasTotal: false,
      };
      const currency = dialect.currency === "total" ? "before" : dialect.currency;
      const bare = sales.map((sale) => ({ ...sale, cents: 123_400 }));
      const text = written(bare, { ...dialect, currency, encoding: "utf-8" })
        .toString()
        .replaceAll("1.234,00", "1.234");
      await expect(read(Buffer.from(text), currency)).rejects.toThrow(
        /row \d+, field Amount: "[^"]*1\.234[^"]*" is 1234 if the point separates thousands/,
      );
    }
  });
});
