import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { loadDeposits, loadPayments } from "@/matching/command/load";
import { sample, temporaryFiles } from "./command";

const file = temporaryFiles();
const report = sample("stripe-payout-reconciliation.csv");

describe("Stripe's itemized payout reconciliation report", () => {
  it("becomes one deposit per payout", async () => {
    const deposits = await loadDeposits(report, "USD");
    expect(deposits.map(({ lines, ...facts }) => ({ ...facts, lines: lines?.length }))).toEqual([
      {
        id: "po_1Qx0Harbor0001",
        date: "2026-03-05",
        amount: 128167,
        currency: "USD",
        processor: "stripe",
        reference: "po_1Qx0Harbor0001 TRACE0001",
        lines: 4,
      },
      {
        id: "po_1Qx0Harbor0002",
        date: "2026-03-06",
        amount: 738,
        currency: "USD",
        processor: "stripe",
        reference: "po_1Qx0Harbor0002",
        lines: 3,
      },
    ]);
  });

  it("keeps a row's possible references, dated in the shop's time zone", async () => {
    const [deposit] = await loadDeposits(report, "USD");
    expect(deposit?.lines?.[0]).toEqual({
      id: "txn_1Qx0Line000001",
      type: "charge",
      date: "2026-03-02",
      amount: 12000,
      fee: 378,
      net: 11622,
      description: "Invoice 1042",
      entity: "Jon Smith",
      email: "jon.smith@example.com",
      reference: "txn_1Qx0Line000001 ch_3Qx0Charge0001 pi_3Qx0Intent0001 in_1Qx0Invoice01",
      numbers: [
        { field: "invoice.number", value: "HB-1042" },
        { field: "description", value: "1042" },
      ],
      chargeId: "ch_3Qx0Charge0001",
    });
    expect(deposit?.lines?.[1]?.numbers).toEqual([
      { field: "metadata.order_id", value: "W-20417" },
    ]);
    expect(deposit?.lines?.[2]).toMatchObject({
      type: "refund",
      amount: -4550,
      description: "REFUND FOR CHARGE · Maria Lopez",
      entity: undefined,
    });
  });

  it("uses the product's names for kinds, and keeps unknown kinds", async () => {
    const deposits = await loadDeposits(report, "USD");
    const types = deposits.flatMap(({ lines }) => lines?.map(({ type }) => type));
    expect(types).toEqual([
      ...["charge", "charge", "refund", "fee"],
      ...["charge", "dispute", "brand_new_category"],
    ]);
  });

  it("lists what it skipped", async () => {
    const notes: string[] = [];
    await loadDeposits(report, "USD", { note: (text) => notes.push(text) });
    expect(notes).toEqual([
      `${report}: left out 1 row without a payout yet`,
      `${report}: left out 1 manual payout: Stripe doesn't list their transactions`,
    ]);
  });

  it("is not read as payments", async () => {
    const reading = loadPayments(report, "USD");
    await expect(reading).rejects.toThrow("it belongs to --deposits");
  });
});

/** The minimum columns. */
const HEAD =
  "automatic_payout_id,automatic_payout_effective_at,balance_transaction_id,gross,net,reporting_category";

describe("with other columns", () => {
  it("works without fee, currency, names and times", async () => {
    const path = await file("few.csv", `${HEAD}\npo_1,2026-03-05,txn_1,10.00,9.41,charge\n`);
    const [deposit] = await loadDeposits(path, "EUR");
    expect(deposit).toMatchObject({ date: "2026-03-05", amount: 941, currency: "EUR" });
    expect(deposit?.lines?.[0]).toMatchObject({ date: "2026-03-05", fee: 59, net: 941 });
  });

  it("reads Stripe's optional decimal comma", async () => {
    const rows = 'po_1,2026-03-05 00:00,txn_1,"1000,00","970,70",charge\n';
    const [deposit] = await loadDeposits(await file("comma.csv", `${HEAD}\n${rows}`), "EUR");
    expect(deposit?.lines?.[0]).toMatchObject({ amount: 100000, fee: 2930, net: 97070 });
  });

  it.each(["automatic_payout_effective_at", "balance_transaction_id", "gross", "net"])(
    "asks for %s when it is missing",
    async (name) => {
      const path = await file("lacks.csv", `${HEAD.replace(name, "other")}\n`);
      const message = `Stripe's report has no ${name}; choose these columns when you download it`;
      await expect(loadDeposits(path, "USD")).rejects.toThrow(message);
    },
  );

  it("uses the balance's currency and its digits", async () => {
    const path = await file(
      "yen.csv",
      `${HEAD},currency\npo_1,2026-03-05,txn_1,1000,964,charge,jpy\n`,
    );
    const [deposit] = await loadDeposits(path, "USD");
    expect(deposit).toMatchObject({ amount: 964, currency: "JPY" });
  });
});

describe("a report that contradicts itself", () => {
  const charge = "po_1,2026-03-05,txn_1,10.00,9.41,charge,usd,0.59,ch_1\n";
  const faults: [rows: string, message: string][] = [
    [charge.replace("0.59", "0.60"), "row 2, field net: gross less fee is 9.40, not 9.41"],
    [
      charge + charge.replace("txn_1", "txn_2").replace("usd", "eur"),
      "row 3, field currency: is EUR, but payout po_1 is USD in row 2",
    ],
    [charge.replace("9.41", "9,4,1"), "row 2: has 11 cells where the header has 9"],
    [charge.replace("2026-03-05", "soon"), "row 2, field automatic_payout_effective_at"],
    [charge.replace("charge", ""), "row 2, field reporting_category: is missing"],
  ];
  it.each(faults)("%j", async (rows, message) => {
    const path = await file("odd.csv", `${HEAD},currency,fee,source_id\n${rows}`);
    await expect(loadDeposits(path, "USD")).rejects.toThrow(message);
  });

  it("names the payout of an edited file, and its difference", async () => {
    const doctored = (await readFile(report, "utf8")).replaceAll("-1281.67", "-1281.66");
    const notes: string[] = [];
    const path = await file("doctored.csv", doctored);
    await loadDeposits(path, "USD", { note: (text) => notes.push(text) });
    expect(notes.at(-1)).toBe(
      `${path}: row 2: payout po_1Qx0Harbor0001 is 1281.66 USD, but its other 4 rows add up to 1281.67: the difference of -0.01 is a line of its own`,
    );
  });
});
