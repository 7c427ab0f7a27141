import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type SettlementDeposit,
  type SettlementLine,
  type SettlementMatch,
  settle,
} from "@/lib/settlement";

let nextId = 1;
function line(kind: SettlementLine["kind"], gross: number, fee = 0): SettlementLine {
  nextId += 1;
  return { id: nextId, kind, description: `${kind} ${nextId}`, gross, fee, net: gross - fee };
}

function deposit(...lines: SettlementLine[]): SettlementDeposit {
  return { amount: lines.reduce((sum, { net }) => sum + net, 0), lines };
}

function matchOf(lines: SettlementLine[], ...amounts: number[]): SettlementMatch {
  return {
    lineIds: lines.map(({ id }) => id),
    payments: amounts.map((amount) => ({ amount })),
    adjustments: [],
  };
}

/** What several lines add up to. */
const POOLED = { kind: "fee", lineId: null };

describe("settle", () => {
  test("charges less fees equal the payout", () => {
    const charge = line("charge", 100_00, 3_20);
    const result = settle(deposit(charge), [matchOf([charge], 100_00)]);
    expect(result).toMatchObject({ payments: 100_00, fees: -3_20, difference: 0, closes: true });
    expect(result.entries).toEqual([
      { ...POOLED, amount: -3_20, accountId: null, description: "Processing fees" },
    ]);
  });

  test("a payment booked net of its fee books no fee", () => {
    const charge = line("charge", 100_00, 3_20);
    const result = settle(deposit(charge), [matchOf([charge], 96_80)]);
    expect(result).toMatchObject({ payments: 96_80, fees: 0, closes: true, entries: [] });
  });

  test("an adjustment that a receipt includes is booked with it", () => {
    const [charge, tax, taken] = [
      line("charge", 29_00),
      line("adjustment", 2_59),
      line("adjustment", -2_59),
    ];
    const result = settle(deposit(charge, tax, taken), [matchOf([charge, tax], 31_59)]);
    expect(result).toMatchObject({ payments: 31_59, other: -2_59, difference: 0, closes: true });
    expect(result.entries.map(({ lineId }) => lineId)).toEqual([taken.id]);
  });

  test("a charge without a payment leaves the sum open", () => {
    const [paid, unpaid] = [line("charge", 50_00), line("charge", 20_00)];
    const result = settle(deposit(paid, unpaid), [matchOf([paid], 50_00)]);
    expect(result).toMatchObject({
      openCharges: 1,
      openGross: 20_00,
      difference: 20_00,
      closes: false,
    });
  });

  test("a refund is booked separately, or linked when the books have a refund receipt", () => {
    const [charge, refund] = [line("charge", 100_00, 3_20), line("refund", -40_00)];
    const payout = deposit(charge, refund);
    const booked = settle(payout, [matchOf([charge], 100_00)]);
    expect(booked).toMatchObject({ refunds: -40_00, closes: true });
    expect(booked.entries).toContainEqual({
      kind: "refund",
      lineId: refund.id,
      amount: -40_00,
      accountId: null,
      description: refund.description,
    });

    const linked = settle(payout, [matchOf([charge], 100_00), matchOf([refund], -40_00)]);
    expect(linked).toMatchObject({ refunds: -40_00, closes: true });
    expect(linked.entries.map(({ amount }) => amount)).toEqual([-3_20]);
  });

  test("a fee in a dispute, a processor's own fee and a reserve are all accounted for", () => {
    const charge = line("charge", 500_00, 14_80);
    const rest = [line("dispute", -80_00, 15_00), line("fee", -2_00), line("reserve", -50_00)];
    const result = settle(deposit(charge, ...rest), [matchOf([charge], 500_00)]);
    expect(result).toMatchObject({
      payments: 500_00,
      fees: -(14_80 + 15_00 + 2_00),
      refunds: -80_00,
      disputes: -80_00,
      other: -50_00,
      closes: true,
    });
  });

  test("disputes are told from refunds, whether the books know them or not", () => {
    const charge = line("charge", 500_00);
    const [refund, taken, back] = [
      line("refund", -30_00),
      line("dispute", -80_00),
      line("dispute_reversal", 20_00),
    ];
    const payout = deposit(charge, refund, taken, back);
    const sums = { refunds: -90_00, disputes: -60_00, closes: true };
    expect(settle(payout, [matchOf([charge], 500_00)])).toMatchObject(sums);
    const known = [matchOf([charge], 500_00), matchOf([refund], -30_00), matchOf([taken], -80_00)];
    expect(settle(payout, known)).toMatchObject(sums);
  });

  test("a payout without lines closes with a predicted fee", () => {
    const whole = { amount: 96_80, lines: [] };
    const match = matchOf([], 100_00);
    expect(settle(whole, [match]).closes).toBe(false);
    match.adjustments.push({ kind: "fee", amount: -3_20, description: "predicted" });
    expect(settle(whole, [match])).toMatchObject({ fees: -3_20, other: 0, closes: true });
  });

  test("an accepted difference goes to the chosen account", () => {
    const charge = line("charge", 100_00);
    const match = matchOf([charge], 99_90);
    match.adjustments.push({
      kind: "account",
      amount: 10,
      accountId: "77",
      description: "difference",
    });
    const result = settle(deposit(charge), [match]);
    expect(result).toMatchObject({ other: 10, closes: true });
    expect(result.entries).toEqual([
      { kind: "difference", lineId: null, amount: 10, accountId: "77", description: "difference" },
    ]);
  });

  test("each kind has an entry of its own, and waits for its account unless it is a fee", () => {
    const charge = line("charge", 500_00, 14_80);
    const dispute = line("dispute", -80_00, 15_00);
    const kinds = ["refund", "adjustment", "reserve", "fee", "other"] as const;
    const others = kinds.map((kind) => line(kind, -2_00));
    const payout = deposit(charge, dispute, ...others);
    const { entries, unbooked, closes } = settle(payout, [matchOf([charge], 500_00)]);
    expect(closes).toBe(true);
    expect(entries.map(({ kind, amount, lineId }) => [kind, amount, lineId])).toEqual([
      ["dispute_fee", -15_00, dispute.id],
      ["dispute", -80_00, dispute.id],
      ...["refund", "adjustment", "reserve", "bill", "other"].map((kind, index) => [
        ...[kind, -2_00, others[index]?.id],
      ]),
      ["fee", -14_80, null],
    ]);
    expect(unbooked.map(({ kind }) => kind)).toEqual(entries.slice(0, -1).map(({ kind }) => kind));
  });

  test("a chosen account is that of the line's amount, or of its fee", () => {
    const charge = line("charge", 500_00, 14_80);
    const chosen = { accountId: "41", feeAccountId: "39" };
    const dispute = { ...line("dispute", -80_00, 15_00), ...chosen };
    const { entries, unbooked } = settle(deposit(charge, dispute), [matchOf([charge], 500_00)]);
    expect(entries.map(({ kind, accountId }) => [kind, accountId])).toEqual([
      ["dispute_fee", "39"],
      ["dispute", "41"],
      ["fee", null],
    ]);
    expect(unbooked).toEqual([]);
  });

  test("a predicted fee and the costs of processing are fees; the processor's own charges are bills", () => {
    const charge = line("charge", 500_00);
    const predicted = { ...line("fee", -9_00), feePredicted: true };
    const cost = { ...line("fee", -3_00), providerKind: "network_cost" };
    const bill = { ...line("fee", -12_75), providerKind: "fee" };
    const result = settle(deposit(charge, predicted, cost, bill), [matchOf([charge], 500_00)]);
    expect(result.fees).toBe(-24_75);
    expect(result.entries.map(({ kind, amount }) => [kind, amount])).toEqual([
      ["bill", -12_75],
      ["fee", -12_00],
    ]);
  });

  test("nothing closes without a match", () => {
    expect(settle(deposit(line("fee", -5_00)), []).closes).toBe(false);
  });

  test("any closed settlement posts exactly the payout", () => {
    const kinds = ["charge", "refund", "dispute", "fee", "adjustment", "reserve", "other"] as const;
    const anyLine = fc.record({
      kind: fc.constantFrom(...kinds),
      size: fc.integer({ min: 1, max: 1_000_000 }),
      fee: fc.integer({ min: 0, max: 500 }),
      paid: fc.constantFrom("gross", "net", "off", "not" as const),
    });
    fc.assert(
      fc.property(fc.array(anyLine, { minLength: 1, maxLength: 20 }), (drawn) => {
        const matches: SettlementMatch[] = [];
        const lines = drawn.map(({ kind, size, fee, paid }) => {
          const made = line(kind, kind === "charge" ? size : -size, fee);
          if (kind === "charge" && paid !== "not") {
            const amount = { gross: made.gross, net: made.net, off: made.gross + 1_000_001 }[paid];
            matches.push(matchOf([made], amount));
          }
          return made;
        });
        const payout = deposit(...lines);
        const result = settle(payout, matches);
        const posted =
          result.payments +
          matches
            .flatMap(({ payments }) => payments)
            .reduce((sum, p) => sum + Math.min(0, p.amount), 0) +
          result.entries.reduce((sum, { amount }) => sum + amount, 0);
        expect(posted === payout.amount).toBe(result.difference === 0);
        if (result.closes) expect(posted).toBe(payout.amount);
      }),
    );
  });
});
