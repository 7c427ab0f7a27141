import { describe, expect, it } from "vitest";
import { runMatch, temporaryFiles } from "./command";
import { books, type FilesAndOptions, payment, payouts, runFiles, TITLES } from "./runs";

const file = temporaryFiles();
const run = (...args: FilesAndOptions) => runFiles(file, ...args);

const regular = payouts(
  { payout: "po_1", day: "2026-03-04", amount: "85.00" },
  { payout: "po_2", day: "2026-04-03", amount: "85.00" },
);
const swapped = [payment("04/03/2026", "85.00", "501"), payment("03/04/2026", "85.00", "502")];

describe("a report whose days are all below 13", () => {
  it("is read with the day first where its title has the day first", async () => {
    const titles = ["Fern Street Ltd", "Transaction List by Date", "1 March - 5 April 2026"];
    const { auto, warnings } = await run({ deposits: regular, payments: books(titles, swapped) });
    expect(auto).toEqual({ txn_1: "Payment 501", txn_2: "Payment 502" });
    expect(warnings).toEqual([]);
  });

  it("is read with the month first where an American title has it so", async () => {
    const titles = ["Fern Street", "Transaction List by Date", '"March 1 - April 5, 2026"'];
    const { auto } = await run({ deposits: regular, payments: books(titles, swapped) });
    expect(auto).toEqual({ txn_1: "Payment 502", txn_2: "Payment 501" });
  });

  it("gives no automatic match where nothing tells the order, and says how to tell it", async () => {
    const payments = books(["Fern Street", "All Dates"], swapped);
    const { result, auto, all, warnings } = await run({ deposits: regular, payments });
    expect(auto).toEqual({});
    expect(Object.keys(all)).toEqual(["txn_1", "txn_2"]);
    expect(result.stats).toMatchObject({ auto: 0, suggested: 2 });
    expect(warnings).toEqual([
      expect.stringMatching(
        /payments\.csv, row 5: "04\/03\/2026" is 2026-04-03 \(month\/day\/year\) or 2026-03-04 \(day\/month\/year\), .* --payments-date-order mdy or dmy$/,
      ),
    ]);
  });

  it.each([
    ["dmy", { txn_1: "Payment 501", txn_2: "Payment 502" }],
    ["mdy", { txn_1: "Payment 502", txn_2: "Payment 501" }],
  ])("is automatic again with the option %s", async (order, pairs) => {
    const payments = books(["Fern Street", "All Dates"], swapped);
    for (const option of ["--date-order", "--payments-date-order"]) {
      const { auto } = await run({ deposits: regular, payments }, option, order);
      expect(auto).toEqual(pairs);
    }
  });

  it("in euros is not trusted for a title in English with the month first", async () => {
    const deposits = regular.replaceAll(",usd,", ",eur,");
    const titles = ["Fern Street", "Transaction List by Date", '"March 1 - April 5, 2026"'];
    const { auto, warnings } = await run({ deposits, payments: books(titles, swapped) });
    expect([auto, warnings.length]).toEqual([{}, 1]);
  });

  it("prints the warning above the table, and in JSON before the matches", async () => {
    const payments = await file("p.csv", books(["Fern Street", "All Dates"], swapped));
    const args = ["--deposits", await file("d.csv", regular), "--payments", payments];
    const [json, table] = [await runMatch(args), await runMatch([...args, "--format", "table"])];
    expect(json.out).toMatch(/^\{"warnings":\["[^"]+row 5:/);
    expect(JSON.parse(json.out).stats).toMatchObject({ auto: 0, suggested: 2 });
    expect(json.err).toContain("Warning: ");
    expect(table.out).toMatch(/^Warning: /);
    expect(table.out).toContain("0 auto, 2 suggested");
  });

  it("is decided by its period, its footer, its sequence or the other file", async () => {
    const one = (date: string) => payouts({ day: date, amount: "85.00" });
    const inPeriod = books(["F", '"March 1-31, 2026"'], [payment("03/04/2026", "85.00")]);
    expect((await run({ deposits: one("2026-03-04"), payments: inPeriod })).auto).toEqual({
      txn_1: "Payment 81",
    });
    const footer = '"Accrual basis  Sunday, 5 April 2026 10:00 AM GMT+01:00",,,,,,,,';
    const below = books(["F", "All Dates"], [payment("04/03/2026", "85.00"), "", footer]);
    expect((await run({ deposits: one("2026-03-04"), payments: below })).auto).toEqual({
      txn_1: "Payment 81",
    });
    const days = [
      "04/03/2026",
      "09/03/2026",
      "11/03/2026",
      "02/04/2026",
      "08/04/2026",
      "03/05/2026",
    ];
    const sorted = books(
      ["F", "All Dates"],
      days.map((day, i) => payment(day, i === 0 ? "85.00" : "20.00", `${i}`)),
    );
    expect((await run({ deposits: one("2026-03-04"), payments: sorted })).auto).toEqual({
      txn_1: "Payment 0",
    });
    const some = ["12/03/2026", "09/03/2026", "11/03/2026", "04/03/2026"];
    const near = books(
      ["F", "All Dates"],
      some.map((day, i) => payment(day, `${i}5.00`, `${i}`)),
    );
    const charge = payouts({ day: "2026-03-04", amount: "35.00" });
    expect((await run({ deposits: charge, payments: near })).auto).toEqual({ txn_1: "Payment 3" });
  });

  it("that mixes both orders is refused with both rows", async () => {
    const payments = books(TITLES, [
      payment("13/02/2026", "85.00"),
      payment("02/13/2026", "85.00"),
    ]);
    await expect(run({ deposits: regular, payments })).rejects.toThrow(
      '"02/13/2026" (row 7) puts the month first, "13/02/2026" (row 6) the day',
    );
  });

  it("on the side of the deposits counts too, in our own format", async () => {
    const deposits = "id,date,amount\na,04/03/2026,85.00\nb,03/04/2026,85.00\n";
    const payments = "Id,TxnDate,TotalAmt\n1,2026-03-04,85.00\n2,2026-04-03,85.00\n";
    const { result, warnings } = await run({ deposits, payments });
    expect(result.stats.auto).toBe(0);
    expect(warnings[0]).toContain("--deposits-date-order");
  });
});

describe("dates as other countries write them", () => {
  it.each([
    ...["14 Mar 2026", "2026/03/14", "2026.03.14", "March 14, 2026", "03/14/2026 12:00:00 AM"],
    ...[
      "14.03.2026",
      "14-03-26",
      "Sat, Mar. 14, 2026",
      "14-Mar-26",
      "2026-03-14T00:00:00Z",
      "2026. 03. 14.",
    ],
    ...[
      "14 mars 2026",
      "14 de marzo de 2026",
      "14 de março de 2026",
      "14. März 2026",
      "14 marzo 2026",
    ],
    ...[
      "14 maart 2026",
      "samedi 14 mars 2026",
      "14 mrt. 2026",
      "20260314",
      "14 marca 2026",
      "3/14/26 0:00",
    ],
  ])("%s is 14 March 2026", async (date) => {
    const { auto } = await run({
      deposits: payouts({}),
      payments: books(TITLES, [payment(date, "120.00")]),
    });
    expect(auto).toEqual({ txn_1: "Payment 81" });
  });
});
