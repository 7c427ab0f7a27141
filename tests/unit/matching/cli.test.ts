import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadDeposits } from "@/scripts/match/load";
import { readOptions, UsageError } from "@/scripts/match/options";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const TIMEOUT = { timeout: 30_000 };

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

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "match-cli-"));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

describe("what it prints", TIMEOUT, () => {
  it("JSON, with figures on standard error", async () => {
    const { code, out, err } = await match(await inputs());
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
      text: "'J. Smith' is 'John Smith'",
    });
    expect(result.unmatched).toEqual({ deposits: [], lines: [], payments: [] });
    expect(result.stats.sums).toEqual({
      USD: { deposits: "98.93", payments: "101.67", matched: "101.67" },
    });
    expect(Object.keys(result.stats.time_ms)).toContain("candidates");
  });

  it("NDJSON, one record per line", async () => {
    const { out } = await match([...(await inputs()), "--format", "ndjson"]);
    const records = out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).record);
    expect(records).toEqual(["match", "match", "stats"]);
  });

  it("CSV that reads back", async () => {
    const { out } = await match([...(await inputs()), "--format", "csv", "--explain"]);
    const rows: Record<string, string>[] = parse(out, { columns: true });
    expect(rows.map((row) => row.payment_ids)).toEqual(["1", "2"]);
    expect(rows[0]?.explanation).toContain("bits");
  });

  it("a table for people, with the waterfall", async () => {
    const { out } = await match([...(await inputs()), "--format", "table", "--explain"]);
    expect(out).toContain("Amount equal to the cent");
    expect(out).toMatch(/ {4}\+\d+\.\d\d bits/);
    expect(out).toContain("2 auto, 0 suggested; open: 0 lines, 0 deposits, 0 payments");
  });
});

describe("what it reads", TIMEOUT, () => {
  it("CSV with one row per line, NDJSON, and history", async () => {
    const csv = [
      "id,date,amount,currency,line_id,line_type,line_date,line_amount,line_entity",
      'po_1,2026-03-05,101.67,usd,l1,charge,2026-03-02,60.50,"Smith, John"',
      "po_1,2026-03-05,101.67,usd,l2,charge,2026-03-02,41.17,",
    ].join("\n");
    const dismissed = { decision: "dismissed", deposit: deposits[0], payment: payments[1] };
    const history = { ...dismissed, line: deposits[0]?.lines[1] };
    const { code, out } = await match([
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
      { id: "l2", deposit_id: "po_1", reason: "no_candidate" },
    ]);
  });
});

describe("what it refuses", TIMEOUT, () => {
  const bad = [
    ["an amount", [{ ...deposits[0], amount: "12.345" }], "row 1, field amount"],
    ["a date", [{ ...deposits[0], date: "2026-02-30" }], "row 1, field date"],
    ["a line", [{ ...deposits[0], lines: [{ id: "x" }] }], "row 1, field lines[0].date"],
    ["an id twice", [deposits[0], deposits[0]], 'row 2, field id: "po_1" is there twice'],
  ] as const;

  it.each(bad)("%s, by file, row and field", async (_, rows, message) => {
    const path = await file("deposits.json", JSON.stringify(rows));
    await expect(loadDeposits(path, "USD")).rejects.toThrow(`deposits.json, ${message}`);
  });

  it("a bad line in a CSV file, by its own row", async () => {
    const csv = "id,date,amount,line_id,line_date,line_amount\nd,2026-03-05,2,a,2026-03-05,1\n";
    const path = await file("bad.csv", `${csv}d,2026-03-05,2,b,2026-03-05,1.001\n`);
    await expect(loadDeposits(path, "USD")).rejects.toThrow("bad.csv, row 2, field line_amount");
  });

  it("a file that is not there, in one line, with exit code 1", async () => {
    const [, , ...rest] = await inputs();
    const { code, out, err } = await match(["--deposits", "/nowhere.json", ...rest]);
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
    const { code, err } = await match(["--deposits"]);
    expect(code).toBe(2);
    expect(err).toContain("Usage: npm run --silent match -- --deposits FILE --payments FILE");
  });

  it("nothing when asked for help", async () => {
    expect(await match(["--help"])).toMatchObject({ code: 0, err: "" });
  });
});

async function file(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

async function inputs(depositsText = JSON.stringify(deposits)): Promise<string[]> {
  const paymentsFile = await file("payments.json", JSON.stringify(payments));
  return ["--deposits", await file("deposits.json", depositsText), "--payments", paymentsFile];
}

function match(args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  return new Promise((resolve, reject) => {
    const command = ["--import", "tsx", "scripts/match/cli.ts", ...args];
    const child = spawn(process.execPath, command, { cwd: root });
    const chunks = { out: "", err: "" };
    child.stdout.setEncoding("utf8").on("data", (text) => {
      chunks.out += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      chunks.err += text;
    });
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, ...chunks }));
  });
}
