import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { loadDeposits } from "@/matching/command/load";
import { readOptions, UsageError } from "@/matching/command/options";
import { runMatch, sample, temporaryFiles } from "./command";

const deposits = [
  {
    id: "po_1",
    date: "2026-03-05",
    amount: "98.93",
    lines: [
      { id: "l1", type: "charge", date: "2026-03-02", amount: "60.50", entity: "John Smith" },
      { id: "l2", type: "charge", date: "2026-03-02", amount: 41.17, entity: "Mary Okafor" },
      { id: "l3", type: "fee", date: "2026-03-05", amount: "-2.74" },
    ],
  },
];
const payments = [
  { Id: 1, TxnDate: "2026-03-02", TotalAmt: 60.5, CustomerName: "J. Smith" },
  { Id: "2", TxnDate: "2026-03-03", TotalAmt: "41.17", CurrencyRef: { value: "USD" } },
];

const file = temporaryFiles();

describe("what it prints", () => {
  it("JSON, with figures on standard error", async () => {
    const { code, out, err } = await runMatch(await inputs());
    const result = JSON.parse(out);
    expect(code).toBe(0);
    expect(err).toMatch(/3 lines: 2 auto, 0 suggested\. read \d+ ms/);
    expect(result.matches[0]).toMatchObject({
      deposit_id: "po_1",
      line_ids: ["l1"],
      payment_ids: ["1"],
      kind: "one_to_one",
      decision: "auto",
      difference: "0.00",
      alternatives: { count: 0, best: null },
    });
    expect(result.matches[0].evidence).toContainEqual({
      field: "customer",
      level: "initials",
      weight: expect.any(Number),
      text: 'Same customer ("J. Smith")',
    });
    expect(result.unmatched).toEqual({ deposits: [], lines: [], payments: [] });
    expect(result.stats.sums).toEqual({
      USD: { deposits: "98.93", payments: "101.67", matched: "101.67" },
    });
    expect(Object.keys(result.stats.time_ms)).toContain("candidates");
  });

  it("NDJSON, one record per line", async () => {
    const { out } = await runMatch([...(await inputs()), "--format", "ndjson"]);
    const records = out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).record);
    expect(records).toEqual(["match", "match", "stats"]);
  });

  it("CSV that reads back", async () => {
    const { out } = await runMatch([...(await inputs()), "--format", "csv", "--explain"]);
    const rows: Record<string, string>[] = parse(out, { columns: true });
    expect(rows.map((row) => row.payment_ids)).toEqual(["1", "2"]);
    expect(rows[0]?.explanation).toContain("bits");
  });

  it("a table for people, with the waterfall", async () => {
    const { out } = await runMatch([...(await inputs()), "--format", "table", "--explain"]);
    expect(out).toContain("Exact amount");
    expect(out).toMatch(/ {4}\+\d+\.\d\d bits/);
    expect(out).toContain("2 auto, 0 suggested; open: 0 lines, 0 deposits, 0 payments");
  });
});

describe("what it reads", () => {
  it("CSV with one row per line, NDJSON, and history", async () => {
    const csv = [
      "id,date,amount,currency,line_id,line_type,line_date,line_amount,line_entity",
      'po_1,2026-03-05,101.67,usd,l1,charge,2026-03-02,60.50,"Smith, John"',
      "po_1,2026-03-05,101.67,usd,l2,charge,2026-03-02,41.17,",
    ].join("\n");
    const dismissed = { decision: "dismissed", deposit: deposits[0], payment: payments[1] };
    const history = { ...dismissed, line: deposits[0]?.lines[1] };
    const { code, out } = await runMatch([
      "--deposits",
      await file("lines.csv", csv),
      "--payments",
      await file("p.ndjson", payments.map((row) => JSON.stringify(row)).join("\n")),
      "--history",
      await file("h.json", JSON.stringify([history])),
    ]);
    const result = JSON.parse(out);
    expect(code).toBe(0);
    expect(result.matches.map((one: { line_ids: string[] }) => one.line_ids)).toEqual([["l1"]]);
    expect(result.unmatched.lines).toEqual([
      {
        id: "l2",
        deposit_id: "po_1",
        reason: "no_candidate",
        not_in_books: expect.closeTo(0.5, 0),
      },
    ]);
  });
});

describe("users' existing files", () => {
  const stripe = sample("stripe-payout-reconciliation.csv");
  const quickBooks = sample("quickbooks-transaction-list-by-date.csv");

  it("Stripe's report against a QuickBooks report, with one command and no flag", async () => {
    const args = ["--deposits", stripe, "--payments", quickBooks];
    const { code, out, err } = await runMatch(args);
    const result = JSON.parse(out);
    expect(code).toBe(0);
    expect(result.stats).toMatchObject({ deposits: 2, lines: 7, payments: 5 });
    const deck = result.matches.find(
      (one: { line_ids: string[] }) => one.line_ids[0] === "txn_1Qx0Line000002",
    );
    expect(deck).toMatchObject({
      deposit_id: "po_1Qx0Harbor0001",
      payment_ids: ["Sales Receipt 2001"],
      decision: "auto",
      difference: "0.00",
    });
    expect(err).toContain("stripe-payout-reconciliation.csv: left out 1 row without a payout yet");
    expect(err).toContain("quickbooks-transaction-list-by-date.csv: left out 6 other transactions");
  });

  it("points out swapped files", async () => {
    const args = ["--deposits", quickBooks, "--payments", stripe];
    const { code, out, err } = await runMatch(args);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toMatch(/is a QuickBooks transaction list; it belongs to --payments\n$/);
  });
});

describe("what it refuses", () => {
  const bad = [
    ["an amount", [{ ...deposits[0], amount: "12.345" }], "row 1, field amount"],
    ["a date", [{ ...deposits[0], date: "2026-02-30" }], "row 1, field date"],
    ["a line", [{ ...deposits[0], lines: [{ id: "x" }] }], "row 1, field lines[0].date"],
    [
      "an id twice",
      [deposits[0], { ...deposits[0], amount: "98.94" }],
      'row 2, field id: "po_1" appears twice',
    ],
  ] as const;

  it.each(bad)("%s, by file, row and field", async (_, rows, message) => {
    const path = await file("deposits.json", JSON.stringify(rows));
    await expect(loadDeposits(path, "USD")).rejects.toThrow(`deposits.json, ${message}`);
  });

  it("a bad line in a CSV file, by its own row", async () => {
    const csv = "id,date,amount,line_id,line_date,line_amount\nd,2026-03-05,2,a,2026-03-05,1\n";
    const path = await file("bad.csv", `${csv}d,2026-03-05,2,b,2026-03-05,1.001\n`);
    await expect(loadDeposits(path, "USD")).rejects.toThrow("bad.csv, row 3, field line_amount");
  });

  it("a missing file, in one line, with exit code 1", async () => {
    const [, , ...rest] = await inputs();
    const { code, out, err } = await runMatch(["--deposits", "/nowhere.json", ...rest]);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err.trimEnd().split("\n")).toHaveLength(1);
    expect(err).toContain("/nowhere.json");
  });

  it.each([
    [[]],
    [["--deposits"]],
    [["--deposits=a", "--payments=b", "--algorithm=best"]],
    [["-x"]],
  ])("the arguments %j", (args) => {
    expect(() => readOptions(args)).toThrow(UsageError);
  });

  it("wrong usage, with the usage line and exit code 2", async () => {
    const { code, err } = await runMatch(["--deposits"]);
    expect(code).toBe(2);
    expect(err).toContain("Usage: npm run --silent match -- --deposits FILE --payments FILE");
  });

  it.each([
    ["stripe", "d.json", "is for CSV files"],
    ["quickbooks", "d.csv", "is one of auto, plain, stripe"],
  ])("deposits in the form %s from %s", (form, path, message) => {
    const args = [`--deposits=${path}`, "--payments=p.csv", `--deposits-format=${form}`];
    expect(() => readOptions(args)).toThrow(message);
  });

  it("nothing when asked for help", async () => {
    expect(await runMatch(["--help"])).toMatchObject({ code: 0, err: "" });
  });
});

async function inputs(depositsText = JSON.stringify(deposits)): Promise<string[]> {
  const paymentsFile = await file("payments.json", JSON.stringify(payments));
  return ["--deposits", await file("deposits.json", depositsText), "--payments", paymentsFile];
}
