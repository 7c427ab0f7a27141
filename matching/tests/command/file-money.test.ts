import { describe, expect, it } from "vitest";
import { runMatch, temporaryFiles } from "./command";
import {
  BOOKS,
  books,
  type FilesAndOptions,
  payment,
  payouts,
  REST,
  runFiles,
  TITLES,
} from "./runs";

const file = temporaryFiles();
const run = (...args: FilesAndOptions) => runFiles(file, ...args);

describe("amounts as other countries write them", () => {
  it.each([
    ...[
      "1'234.56",
      "1’234.56",
      "1 234,56",
      "1\u00a0234,56",
      "1\u202f234,56",
      "1.234,56",
      "1,234.56",
    ],
    ...[
      "USD 1,234.56",
      "1234.56 $",
      "US$1,234.56",
      "(1,234.56)",
      "1,234.56-",
      "−1,234.56",
      "$ 1,234.56 CR",
    ],
  ])("%s is 1234.56", async (amount) => {
    const deposits = payouts({ amount: "1234.56" });
    const { auto } = await run({
      deposits,
      payments: books(TITLES, [payment("03/14/2026", amount)]),
    });
    expect(auto).toEqual({ txn_1: "Payment 81" });
  });

  it.each([
    ["A$1,234.56", "aud", "1234.56"],
    ["C$ 1,234.56", "cad", "1234.56"],
    ["₹1,23,456.00", "inr", "123456.00"],
    ["R$ 1.234,56", "brl", "1234.56"],
    ["CHF 1'234.50", "chf", "1234.50"],
    ["1 234,50 kr.", "sek", "1234.50"],
    ["1 234,56 zł", "pln", "1234.56"],
    ["$1,234.56", "nzd", "1234.56"],
  ])("%s is an amount in %s", async (amount, currency, plain) => {
    const deposits = payouts({ amount: plain, currency });
    const { auto, result } = await run({
      deposits,
      payments: books(TITLES, [payment("03/14/2026", amount)]),
    });
    expect(Object.keys(result.stats.sums)).toEqual([currency.toUpperCase()]);
    expect(auto).toEqual({ txn_1: "Payment 81" });
  });
});

describe("three thousand as 3.000", () => {
  const deposits = payouts({ amount: "3000.00" }, { amount: "1500.00", name: "Ola Brandt" });
  const rows = [payment("03/14/2026", "3.000"), payment("03/14/2026", "1.500", "82", "Ola Brandt")];

  it("is refused where no other amount tells the decimal sign", async () => {
    await expect(run({ deposits, payments: books(TITLES, rows) })).rejects.toThrow(
      'payments.csv, row 6, field Amount: "3.000" is 3000 if the point separates thousands, 3.000 if it is the decimal sign, and no other amount decides it; say which with --payments-decimal-sign "." or ","',
    );
  });

  it("is three thousand beside 2.345,10, even in a row that is left out", async () => {
    const more = `03/15/2026,Invoice,9,Yes,Ida Moe,,Accounts Receivable (A/R),Sales,"2.345,10"`;
    const { auto } = await run({ deposits, payments: books(TITLES, [...rows, more]) });
    expect(auto).toEqual({ txn_1: "Payment 81", txn_2: "Payment 82" });
  });

  it("is three thousand with the option", async () => {
    const { auto } = await run({ deposits, payments: books(TITLES, rows) }, "--decimal-sign", ",");
    expect(auto).toEqual({ txn_1: "Payment 81", txn_2: "Payment 82" });
  });

  it("is a mistake beside 12.34", async () => {
    const payments = books(TITLES, [...rows, payment("03/15/2026", "12.34", "83")]);
    await expect(run({ deposits, payments })).rejects.toThrow(
      'row 6, field Amount: "3.000" has three digits after the point, which is the decimal sign of "12.34" in row 8',
    );
  });

  it("is refused in our own format and in texts of JSON, by its row and field", async () => {
    const own =
      "id,date,amount,line_id,line_date,line_amount\na,2026-03-06,3.000,l,2026-03-02,3.000\n";
    const payments = books(TITLES, []);
    await expect(run({ deposits: own, payments })).rejects.toThrow("row 2, field amount");
    const path = await file(
      "j.json",
      JSON.stringify([{ id: "a", date: "2026-03-06", amount: "3.000" }]),
    );
    const { err } = await runMatch([
      "--deposits",
      path,
      "--payments",
      await file("q.csv", payments),
    ]);
    expect(err).toContain('row 1, field amount: "3.000" is 3000 if');
  });

  it("in dinars, which have three decimals, is read as the file writes them", async () => {
    const dinars = payouts({ amount: "3.000", currency: "kwd" }).replace(
      "3.000,1.00,2.00",
      "3.000,1.000,2.000",
    );
    const payments = books(TITLES, [
      payment("03/14/2026", "3.000"),
      payment("03/15/2026", "0.500", "82"),
    ]);
    const { result } = await run({ deposits: dinars, payments });
    expect(result.stats.sums.KWD).toMatchObject({ payments: 3500 });
  });
});

describe("money out and in by letters or columns", () => {
  const refund = books(TITLES, [`03/14/2026,Refund Receipt,81,Yes,Nora Pell,,${REST},45.00`]);

  it.each(["45.00 DR", "45.00 Dr.", "DR 45.00", "45,00 S", "45.00 debit", "$45.00 DR", "(45.00)"])(
    "%s of a bank's list is a refund",
    async (amount) => {
      const deposits = `id,date,amount,line_id,line_date,line_amount,line_entity\nb,2026-03-20,"${amount}",l,2026-03-14,"${amount}",Nora Pell\n`;
      const { auto, result } = await run({ deposits, payments: refund });
      expect(auto).toEqual({ l: "Refund Receipt 81" });
      expect(result.stats.sums.USD?.deposits).toBe(-4500);
    },
  );

  it("45.00 CR is money in", async () => {
    const deposits = "id,date,amount\nb,2026-03-20,45.00 CR\n";
    const { result } = await run({ deposits, payments: refund });
    expect(result.stats.sums.USD?.deposits).toBe(4500);
  });

  it("a contradiction of brackets and letters is refused", async () => {
    const deposits = "id,date,amount\nb,2026-03-20,(45.00) CR\n";
    await expect(run({ deposits, payments: refund })).rejects.toThrow("row 2, field amount");
  });

  it("columns of debits and credits are one amount", async () => {
    const deposits = "id,date,Debit,Credit\nb,2026-03-20,45.00,\nc,2026-03-21,,12.00\n";
    const { result } = await run({ deposits, payments: refund });
    expect(result.stats.sums.USD?.deposits).toBe(-3300);
  });

  it("a transaction list with debits and credits is read", async () => {
    const payments = books(
      TITLES,
      ["03/14/2026,Payment,81,Nora Pell,120.00,"],
      "Date,Type,No.,Customer,Debit,Credit",
    );
    expect((await run({ deposits: payouts({}), payments })).auto).toEqual({ txn_1: "Payment 81" });
  });
});

describe("the currency", () => {
  const pounds = payouts(
    { currency: "gbp" },
    { currency: "gbp", amount: "60.00", name: "Ben Ash" },
  );
  const rows = (...amounts: [string, string]) => [
    payment("03/14/2026", amounts[0]),
    payment("03/14/2026", amounts[1], "82", "Ben Ash"),
  ];
  const pairs = { txn_1: "Payment 81", txn_2: "Payment 82" };

  it("is that of the signs before the amounts", async () => {
    const payments = books(TITLES, rows("£120.00", "£60.00"));
    expect((await run({ deposits: pounds, payments })).auto).toEqual(pairs);
  });

  it("is that of the other file where the books name none, which is said", async () => {
    const payments = books(TITLES, rows("120.00", "60.00"));
    const { auto, notes } = await run({ deposits: pounds, payments });
    expect(auto).toEqual(pairs);
    expect(notes).toContain("payments.csv: names no currency; read as GBP");
  });

  it("given by the option wins over the other file", async () => {
    const payments = books(TITLES, rows("120.00", "60.00"));
    const { all, result } = await run({ deposits: pounds, payments }, "--currency", "USD");
    expect(all).toEqual({});
    expect(result.stats.sums.USD?.payments).toBe(18_000);
  });

  it("of euros beside the amounts is believed against dollars of the other file", async () => {
    const deposits = pounds.replaceAll("gbp", "usd");
    const { all, result } = await run(
      { deposits, payments: books(TITLES, rows("EUR 120.00", "€60,00")) },
      "--currency",
      "USD",
    );
    expect(all).toEqual({});
    expect(result.stats.sums.EUR?.payments).toBe(18_000);
  });

  it.each([
    ["a heading", BOOKS.replace("Amount", "Amount (EUR)"), TITLES, []],
    ["a title", BOOKS, [...TITLES, "Amounts in EUR"], []],
    ["the total", BOOKS, TITLES, ['TOTAL,,,,,,,,"€180.00"']],
    ["one of the rows", BOOKS, TITLES, [payment("03/15/2026", "€1.00", "83")]],
  ])("in %s holds for all rows without one", async (_, header, titles, more) => {
    const payments = books(titles, [...rows("120.00", "60.00"), ...more], header);
    const { result } = await run({ deposits: pounds, payments });
    expect(Object.keys(result.stats.sums).sort()).toEqual(["EUR", "GBP"]);
  });

  it("of each row is read where the rows differ, and refused where one has none", async () => {
    const mixed = await run({
      deposits: pounds,
      payments: books(TITLES, rows("£120.00", "€60.00")),
    });
    expect(mixed.auto).toEqual({ txn_1: "Payment 81" });
    const payments = books(TITLES, [
      ...rows("£120.00", "€60.00"),
      payment("03/15/2026", "7.00", "83"),
    ]);
    await expect(run({ deposits: pounds, payments })).rejects.toThrow(
      "row 8, field Amount: names no currency, and other rows are in GBP and EUR",
    );
  });

  it("beside an amount may not contradict the row's own column", async () => {
    const header = `${BOOKS},Currency`;
    const payments = books(TITLES, [`${payment("03/14/2026", "€120.00")},GBP`], header);
    await expect(run({ deposits: pounds, payments })).rejects.toThrow(
      '"€120.00" is in EUR, not GBP',
    );
  });

  it("of a sign with several meanings is asked for", async () => {
    const payments = books(TITLES, rows("kr 120,00", "kr 60,00"));
    await expect(run({ deposits: pounds, payments })).rejects.toThrow('"kr" can be SEK or NOK');
  });

  it("of the books holds for deposits that name none", async () => {
    const deposits = "id,date,amount\nb,2026-03-14,120.00\n";
    const payments = books(TITLES, rows("£120.00", "£60.00"));
    const { result } = await run({ deposits, payments });
    expect(Object.keys(result.stats.sums)).toEqual(["GBP"]);
  });
});
