import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { reconciliationBooks } from "@/matching/bench/public/bank-reconciliation";
import { measurePublic } from "@/matching/bench/public/measure-public";
import { transferBooks } from "@/matching/bench/public/transfers";
import { publicParagraphs } from "@/matching/bench/report/public";
import { targetTable } from "@/matching/bench/report/targets";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "public-"));
});
afterAll(() => rm(folder, { recursive: true }));

test("transfers: a payout a day of what was received, and pairs by whether the amount changed", () => {
  const row = (side: "sent" | "received", id: string, amount: string, date = "2022-03-04") => {
    return { side, id, date, amount, memo: `M C ${side}`, truth: id };
  };
  const { deposits, payments, truth } = transferBooks([
    row("sent", "0", "36.36", "2022-03-01"),
    row("sent", "1", "221.91"),
    row("received", "0", "36.36"),
    row("received", "1", "220.00"),
    row("received", "2", "5.00", "2022-03-05"),
  ]);
  expect(deposits.map(({ amount, lines = [] }) => [amount, lines.length])).toEqual([
    [25636, 2],
    [500, 1],
  ]);
  expect(payments.map(({ note, customerName }) => [note, customerName])).toEqual([
    ["M C sent", undefined],
    ["M C sent", undefined],
  ]);
  expect(truth.groups).toMatchObject([
    { lineIds: ["received-0"], paymentIds: ["sent-0"], kind: "one_to_one", deviation: 0 },
    { lineIds: ["received-1"], paymentIds: ["sent-1"], kind: "small_difference", deviation: 191 },
  ]);
});

const statement = {
  bank_transactions: [
    { id: "B1", date: "2025-01-05", description: "ACH DEBIT APEX SUPPLY", amount: -1234.56 },
    { id: "B2", date: "2025-01-06", description: "DEPOSIT", amount: 30.3 },
  ],
  gl_entries: [
    { id: "G1", date: "2025-01-03", description: "Apex Supply", amount: -1234.56, ref: "AP-1" },
    { id: "G2", date: "2025-01-05", description: "Eagle Systems", amount: 10.1, ref: "" },
    { id: "G3", date: "2025-01-05", description: "Osprey Group", amount: 20.2, ref: "AR-3" },
  ],
  ground_truth: {
    matches_1to1: [{ bank_id: "B1", gl_id: "G1" }],
    matches_many_to_one: [{ bank_id: "B2", gl_ids: ["G2", "G3"] }],
    matches_amount_mismatch: [],
  },
};

test("bank reconciliation: transactions are deposits without lines, in whole cents", () => {
  const { deposits, payments, truth } = reconciliationBooks(statement);
  expect(deposits.map(({ amount }) => amount)).toEqual([-123456, 3030]);
  expect(payments.map(({ amount, reference }) => [amount, reference])).toEqual([
    [-123456, "AP-1"],
    [1010, undefined],
    [2020, "AR-3"],
  ]);
  expect(truth.groups).toMatchObject([
    { depositId: "B1", kind: "one_to_one", deviation: 0 },
    { depositId: "B2", paymentIds: ["G2", "G3"], kind: "batch", deviation: 0 },
  ]);
  expect(() => reconciliationBooks({ ...statement, gl_entries: [{}] })).toThrow();
});

test("folders are searched for what is known; cases that differ are named", async () => {
  const of = join(folder, "cases", "23-debit-suffix");
  await mkdir(of, { recursive: true });
  await writeFile(join(folder, "bank-reconciliation-1.json"), JSON.stringify(statement));
  await writeFile(
    join(of, "deposits.csv"),
    "id,date,amount,currency\nbank-1,2026-03-15,45.00,USD\n",
  );
  await writeFile(join(of, "payments.csv"), "Id,TxnDate,TotalAmt\n81,2026-03-14,45.00\n");
  const results = await measurePublic([folder]);
  expect(results.reconciliations.map(({ name }) => name)).toEqual(["bank-reconciliation-1.json"]);
  expect(results.transfers).toBeNull();
  expect(results.cases).toMatchObject({ checked: 1 });
  expect(results.cases?.wrong[0]).toMatch(/^23-debit-suffix: auto: missing l-1 Refund Receipt 81/);
  expect(targetTable([], results, [])).toContain("missed by 1 |");
  const [said, list] = publicParagraphs(results).slice(-2);
  expect(said).toContain("1 checked, 1 wrong.");
  expect(list).toMatch(/^- 23-debit-suffix: /);
});

test("without a folder the report says so", async () => {
  expect(publicParagraphs(await measurePublic([]))).toEqual([expect.stringContaining("--public")]);
});
