import { describe, expect, it } from "vitest";
import { sumMinor } from "@/lib/money";
import { KNOWN_FORMATS } from "@/lib/payout-files/formats/known-formats";
import type { PayoutFileOptions } from "@/lib/payout-files/parse-payout-file";
import { readSample, readText } from "./read";

interface Case {
  format: string;
  sample: string;
  options?: Partial<PayoutFileOptions>;
  /** Id, date, amount and currency. */
  payouts: [id: string, date: string, amount: number, currency: string][];
  /** Of all payouts in order: kind, gross, fee. */
  lines: [kind: string, gross: number, fee: number][];
  leftOut: number;
}

const CASES: Case[] = [
  {
    format: "stripe_reconciliation",
    sample: "stripe-reconciliation.csv",
    payouts: [["po_1Files0001", "2026-03-05", 93_72, "USD"]],
    lines: [
      ["charge", 120_00, 3_78],
      ["refund", -20_00, 0],
      ["fee", -2_50, 0],
    ],
    leftOut: 1,
  },
  {
    format: "stripe_balance_history",
    sample: "stripe-balance-history.csv",
    payouts: [["po_9", "2026-03-05", 18_83, "USD"]],
    lines: [
      ["charge", 30_00, 1_17],
      ["refund", -10_00, 0],
    ],
    leftOut: 1,
  },
  {
    format: "paypal_activity",
    sample: "paypal-activity.csv",
    payouts: [
      ["PP4", "2026-03-16", 100_00, "USD"],
      ["PP6", "2026-03-17", 48_20, "EUR"],
    ],
    lines: [
      ["charge", 100_00, 3_98],
      ["refund", -20_00, 0],
      ["reserve", 50_00, 0],
      ["reserve", -26_02, 0],
      ["charge", 50_00, 1_80],
    ],
    leftOut: 2,
  },
  {
    format: "paypal_settlement",
    sample: "paypal-settlement.csv",
    payouts: [["ST3", "2026-03-16", 76_02, "USD"]],
    lines: [
      ["charge", 100_00, 3_98],
      ["refund", -20_00, 0],
    ],
    leftOut: 4,
  },
  {
    format: "square_transactions",
    sample: "square-transactions.csv",
    payouts: [["DEP1", "2026-03-16", 75_55, "USD"]],
    lines: [
      ["charge", 70_00, 1_85],
      ["charge", 20_00, 60],
      ["refund", -12_00, 0],
    ],
    leftOut: 1,
  },
  {
    format: "shopify_transactions",
    sample: "shopify-transactions.csv",
    payouts: [["148156579998", "2026-03-14", 928_63, "AED"]],
    lines: [
      ["charge", 988_21, 57_68],
      ["charge", 100_00, 3_20],
      ["refund", -98_70, 0],
    ],
    leftOut: 1,
  },
  {
    format: "adyen_settlement",
    sample: "adyen-settlement.csv",
    payouts: [["HarborEU-17-EUR", "2026-03-04", 128_55, "EUR"]],
    lines: [
      ["charge", 100_00, 2_35],
      ["charge", 100_00, 3_00],
      ["refund", -40_00, 0],
      ["dispute", -25_00, 0],
      ["fee", -1_10, 0],
    ],
    leftOut: 1,
  },
  {
    format: "gocardless_transactions",
    sample: "gocardless-transactions.csv",
    payouts: [["PO0001", "2026-03-09", 152_95, "GBP"]],
    lines: [
      ["charge", 45_00, 65],
      ["charge", 120_00, 1_40],
      ["refund", -10_00, 0],
    ],
    leftOut: 0,
  },
  {
    format: "mollie_settlement",
    sample: "mollie-settlement.csv",
    payouts: [["1234567.2603.01", "2026-03-04", 127_12, "EUR"]],
    lines: [
      ["charge", 100_00, 0],
      ["charge", 50_00, 0],
      ["refund", -20_00, 0],
      ["fee", -2_88, 0],
    ],
    leftOut: 0,
  },
  {
    format: "sumup_transactions",
    sample: "sumup-transactions.csv",
    options: { currency: "CHF" },
    payouts: [["952982", "2026-02-03", 207_41, "CHF"]],
    lines: [
      ["charge", 11_50, 29],
      ["charge", 200_00, 3_80],
    ],
    leftOut: 3,
  },
  {
    format: "klarna_settlement",
    sample: "klarna-settlement.csv",
    payouts: [["KLR-2026-77", "2026-03-10", 239_80, "EUR"]],
    lines: [
      ["charge", 200_00, 0],
      ["charge", 100_00, 0],
      ["fee", -5_50, 0],
      ["fee", -3_00, 0],
      ["refund", -50_00, 0],
      ["fee", -1_70, 0],
    ],
    leftOut: 0,
  },
];

describe("known reports of payouts", () => {
  it.each(CASES)("$format", async ({ format, sample, options, payouts, lines, leftOut }) => {
    const read = await readSample(sample, options);

    expect(read).toMatchObject({ problem: null, undecidedDate: null, errors: [] });
    expect(read.format?.id).toBe(format);
    expect(
      read.payouts.map(({ id, date, amount, currency }) => [id, date, amount, currency]),
    ).toEqual(payouts);
    const all = read.payouts.flatMap((payout) => payout.lines);
    expect(all.map(({ kind, gross, fee }) => [kind, gross, fee])).toEqual(lines);
    for (const payout of read.payouts) {
      expect(sumMinor(payout.lines.map(({ net }) => net))).toBe(payout.amount);
      expect(payout.lines.every(({ gross, fee, net }) => gross - fee === net)).toBe(true);
    }
    expect(read.leftOut).toHaveLength(leftOut);
  });

  it("names every format that can be read in the cases above", () => {
    const readable = KNOWN_FORMATS.filter(({ refused }) => refused === undefined);
    expect(CASES.map(({ format }) => format).sort()).toEqual(readable.map(({ id }) => id).sort());
  });

  it("keeps what the books may carry", async () => {
    const [shopify, gocardless, adyen, sumup] = await Promise.all([
      readSample("shopify-transactions.csv"),
      readSample("gocardless-transactions.csv"),
      readSample("adyen-settlement.csv"),
      readSample("sumup-transactions.csv", { currency: "CHF" }),
    ]);

    expect(shopify.payouts[0]?.lines[0]).toMatchObject({
      numbers: [{ field: "order", value: "3439" }],
      paid: { amount: 1010_40, currency: "SAR" },
      date: "2026-03-12",
    });
    expect(gocardless.payouts[0]?.lines[1]).toMatchObject({
      customerName: "Harbor Ltd",
      reference: "PM002 MD002",
    });
    expect(adyen.payouts[0]?.lines[1]?.paid).toEqual({ amount: 108_00, currency: "USD" });
    expect(sumup.payouts[0]?.lines.map(({ description }) => description)).toEqual([
      "2 x Getränk, 1 x Snack",
      "Miete Saal",
    ]);
  });

  it("dates a moment by the day in the company's time zone", async () => {
    const rows = `id,Type,Source,Amount,Fee,Net,Currency,Created (UTC),Description,Transfer,Transfer Date (UTC)
txn_1,charge,ch_1,5.00,0.45,4.55,usd,2026-03-05 02:00,,po_1,2026-03-07 00:00`;

    const read = await readText(rows, { timeZone: "America/New_York" });

    expect(read.payouts[0]).toMatchObject({ date: "2026-03-07", lines: [{ date: "2026-03-04" }] });
  });

  it("reads PayPal's report in German, newest row first", async () => {
    const text = `"Datum";"Uhrzeit";"Name";"Typ";"Status";"Währung";"Brutto";"Gebühr";"Netto";"Transaktionscode";"Guthaben";"Auswirkung auf Guthaben"
"17.03.2026";"10:00:00";"";"Von Nutzer eingeleitete Abbuchung";"Abgeschlossen";"EUR";"-1.295,00";"0,00";"-1.295,00";"B3";"0,00";"Soll"
"16.03.2026";"09:00:00";"Jürgen Groß";"Website-Zahlung";"Abgeschlossen";"EUR";"1.234,56";"-39,56";"1.195,00";"B2";"1.295,00";"Haben"
"15.03.2026";"09:00:00";"Ada";"Website-Zahlung";"Abgeschlossen";"EUR";"103,00";"-3,00";"100,00";"B1";"100,00";"Haben"`;

    const { payouts, errors } = await readText(text);

    expect(errors).toEqual([]);
    expect(payouts.map(({ id, amount }) => [id, amount])).toEqual([["B3", 1295_00]]);
    expect(payouts[0]?.lines.map(({ kind, net }) => [kind, net])).toEqual([
      ["charge", 1195_00],
      ["charge", 100_00],
    ]);
  });

  it("refuses a PayPal report with a row missing, naming where its balance breaks", async () => {
    const rows = [
      "Date,Time,Name,Type,Status,Currency,Gross,Fee,Net,Transaction ID,Balance",
      "2026-03-14,09:00,Ada,Website Payment,Completed,USD,100.00,0.00,100.00,A1,100.00",
      "2026-03-16,09:00,,General Withdrawal,Completed,USD,-90.00,0.00,-90.00,A3,0.00",
    ];

    const { payouts, errors } = await readText(rows.join("\n"));

    expect(payouts).toEqual([]);
    expect(errors).toContainEqual({
      row: 3,
      reason: "its balance of 0.00 doesn't follow from 100.00 before it",
    });
  });

  it.each([
    [
      "Payout Date,Status,Charges,Refunds,Adjustments,Reserved Funds,Fees,Retried Amount,Total,Currency",
      "export the transactions of the payouts",
    ],
    [
      "balance_transaction_id,created,currency,gross,fee,net,reporting_category",
      "Payout reconciliation",
    ],
  ])("says what to export instead of %s", async (header, advice) => {
    const { problem, payouts } = await readText(`${header}\n2026-03-01,paid,1,2,3,4,5`);

    expect(problem).toContain(advice);
    expect(payouts).toEqual([]);
  });
});
