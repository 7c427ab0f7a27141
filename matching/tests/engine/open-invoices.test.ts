import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays } from "@/lib/dates";
import { continueMatch, matchCompletely } from "@/matching/engine/continue-match";
import type {
  DepositInput,
  InvoiceInput,
  LineInput,
  PaymentInput,
} from "@/matching/engine/contract";
import { match } from "@/matching/engine/match";

const DAY = "2026-03-05";
const NAME = "Rosa Lindqvist";

/** A payout of the line and of four charges whose payments are in the books. */
function payout(line: Partial<LineInput> = {}): DepositInput {
  const own = { id: "own", type: "charge", date: DAY, amount: 23_134, entity: NAME, ...line };
  const lines: LineInput[] = [own, ...OTHERS.map((other, i) => ({ ...other, id: `l${i}` }))];
  const amount = lines.reduce((sum, one) => sum + one.amount, 0);
  return { id: "po", date: addDays(DAY, 2), amount, currency: "USD", processor: "stripe", lines };
}

const OTHERS = ["Ada Quist", "Ida Moe", "Per Dahl", "Liv Berg"].map((entity, i) => ({
  ...{ type: "charge", date: DAY, amount: 5_110 + 1_307 * i, entity },
}));
const THEIRS = OTHERS.map(({ amount, entity }, i) =>
  paid({
    id: `p${i}`,
    amount,
    customerName: entity,
    date: DAY,
    appliedTo: [{ number: `9${i}01` }],
  }),
);

function paid(facts: Partial<PaymentInput>): PaymentInput {
  return {
    ...{ id: "other", date: addDays(DAY, 5), amount: 23_134, currency: "USD" },
    ...{ customerName: NAME, type: "Payment", ...facts },
  };
}

function invoice(facts: Partial<InvoiceInput> = {}): InvoiceInput {
  return {
    ...{ id: "i1", ledgerId: "41", number: "INV-10002", date: addDays(DAY, -6), currency: "USD" },
    ...{ amount: 23_134, balance: 23_134, customerName: NAME, ...facts },
  };
}

function outcome(deposit: DepositInput, payment: PaymentInput, invoices: InvoiceInput[]) {
  const options = { algorithm: "smart" as const, invoices };
  const { matches, invoiceMatches } = match([deposit], [...THEIRS, payment], options);
  const own = matches.find(({ lineIds }) => lineIds.includes("own"));
  return {
    payment: own ? own.decision : "open",
    texts: own?.evidence.map(({ text }) => text) ?? [],
    invoices: invoiceMatches
      .filter(({ lineIds }) => lineIds.includes("own"))
      .flatMap(({ invoiceIds }) => invoiceIds),
    others: matches.filter(
      ({ lineIds, decision }) => decision === "auto" && !lineIds.includes("own"),
    ).length,
  };
}

const named = payout({ description: "Invoice INV-10002" });
const cheque = paid({
  ...{ reference: "CHK 2308 INV-10001", method: "Check" },
  appliedTo: [{ id: "40", number: "INV-10001" }],
});

describe("a charge whose invoice is open", () => {
  it("is not the customer's cheque of the same amount for another invoice", () => {
    const found = outcome(named, cheque, [invoice()]);
    expect(found).toMatchObject({ payment: "open", invoices: ["i1"], others: 4 });
  });

  it("may be for two invoices, which the evidence names so", () => {
    const parts = [invoice({ amount: 9_000, balance: 9_000 })];
    parts.push(invoice({ id: "i2", ledgerId: "42", amount: 14_134, balance: 14_134, number: "8" }));
    const { invoiceMatches } = match([payout()], THEIRS, { algorithm: "smart", invoices: parts });
    const texts = invoiceMatches.flatMap(({ evidence }) => evidence.map(({ text }) => text));
    expect(texts).toContain("2 invoices total exactly");
    expect(texts.filter((text) => text.startsWith("All open "))).toEqual([
      expect.stringMatching(/^All open invoices of this customer/),
    ]);
  });

  it("is not that cheque either where only the processor's invoice names the number", () => {
    const numbers = [{ field: "invoice.number", value: "INV-10002" }];
    const line = payout({ description: "Donation", numbers });
    const found = outcome(line, { ...cheque, reference: "CHK 5277" }, [invoice()]);
    expect(found).toMatchObject({ payment: "open", invoices: ["i1"], others: 4 });
  });

  it("is not a payment without a word on what it is applied to", () => {
    const found = outcome(named, paid({}), [invoice()]);
    expect(found).toMatchObject({ payment: "open", invoices: ["i1"] });
  });

  it("is the payment that is applied to a part of it", () => {
    const part = invoice({ amount: 90_000, balance: 66_866 });
    for (const appliedTo of [[{ id: "41" }], [{ number: "INV-10002" }], [{ number: "10002" }]]) {
      const found = outcome(named, paid({ appliedTo }), [part]);
      expect(found).toMatchObject({ payment: "auto", invoices: [] });
      expect(found.texts).toContain("Applied to invoice INV-10002");
    }
  });

  it("is the payment that is applied to one of the invoices it names", () => {
    const both = payout({ description: "Invoices INV-10002, INV-10003" });
    const found = outcome(both, paid({ appliedTo: [{ number: "INV-10003" }] }), [
      ...[invoice(), invoice({ id: "i2", ledgerId: "42", number: "INV-10003", balance: 1_000 })],
    ]);
    expect(found.payment).toBe("auto");
  });

  it("may be a payment that is not applied yet", () => {
    const found = outcome(named, paid({ date: DAY, appliedTo: [] }), [invoice()]);
    expect(found.payment).not.toBe("open");
  });

  it("is not another customer's payment", () => {
    const stranger = paid({ customerName: "Heron Glassworks", date: DAY });
    const unnamed = payout({});
    expect(outcome(unnamed, stranger, [invoice()])).toMatchObject({
      ...{ payment: "open", invoices: ["i1"] },
    });
  });

  it("is at most suggested where customer and balance fit and no number is told", () => {
    for (const appliedTo of [undefined, [{ number: "INV-10001" }]]) {
      const found = outcome(payout(), paid({ date: DAY, ...(appliedTo && { appliedTo }) }), [
        invoice(),
      ]);
      expect(found.payment).not.toBe("auto");
      expect(found.texts.join()).toMatch(/Invoice INV-10002 is still open|^$/);
    }
  });

  it("does not decide for a payment that carries the charge's own id", () => {
    const line = payout({ description: "Invoice INV-10002", reference: "ch_3QabcDEF123456" });
    const found = outcome(line, { ...cheque, note: "ch_3QabcDEF123456" }, [invoice()]);
    expect(found.payment).toBe("auto");
  });
});

describe("an open invoice changes nothing", () => {
  const own = paid({ date: DAY, appliedTo: [{ number: "INV-10001" }] });
  const plain = outcome(named, own, []).payment;

  it.each([
    ["of another customer with the same number", { customerName: "Bo Ek", balance: 800 }],
    ["that is dated after the charge", { date: addDays(DAY, 20) }],
    ["of another currency", { currency: "EUR" }],
    ["of another number and balance", { number: "INV-20417", balance: 99 }],
    ["that is paid", { balance: 0 }],
  ])("%s", (_, facts) => {
    expect(plain).toBe("auto");
    expect(outcome(named, own, [invoice(facts)]).payment).toBe(plain);
  });
});

/** Any charge that names an open invoice, and a payment of its customer and amount for another one. */
const anyCase = fc.record({
  amount: fc.constantFrom(2900, 5000, 12_345, 100_000),
  rest: fc.constantFrom(0, 0, 5000),
  number: fc.constantFrom("1007", "INV-10002", "2026-0311", "R20417", "55"),
  wording: fc.constantFrom("Invoice #", "Payment for invoice ", "inv ", "Rechnung "),
  inField: fc.boolean(),
  days: fc.integer({ min: -6, max: 20 }),
  method: fc.constantFrom(undefined, "Check", "Visa"),
  reference: fc.constantFrom(undefined, "CHK 2308", "2308", "paid"),
  name: fc.constantFrom(NAME, "R. Lindqvist", undefined),
  others: fc.integer({ min: 0, max: 4 }),
});

it("a payment that is applied elsewhere is never matched by itself with a charge of an open invoice", () => {
  fc.assert(
    fc.property(anyCase, (one) => {
      // Two digits are no number that a text names.
      const isTold = one.number.length > 2 || one.inField;
      const text = `${one.wording}${one.number}`;
      const line: LineInput = {
        ...{ id: "own", type: "charge", date: DAY, amount: one.amount },
        ...(one.name !== undefined && { entity: one.name }),
        ...(one.inField
          ? { numbers: [{ field: "invoice.number", value: one.number }] }
          : { description: text }),
      };
      const deposit = payout();
      deposit.lines = [line, ...(deposit.lines?.slice(1, 1 + one.others) ?? [])];
      const payment = paid({
        ...{ amount: one.amount, date: addDays(DAY, one.days), method: one.method },
        ...{ reference: one.reference, appliedTo: [{ id: "40", number: "INV-9999" }] },
      });
      const balance = one.amount + one.rest;
      const open = invoice({ number: one.number, balance, amount: balance });
      const { matches, invoiceMatches } = match([deposit], [...THEIRS, payment], {
        ...{ algorithm: "smart", invoices: [open] },
      });
      const own = matches.find(({ lineIds }) => lineIds.includes("own"));
      if (isTold || one.rest === 0) expect(own?.decision).not.toBe("auto");
      // Read as a date, or as no number, where nothing else tells.
      const isRead =
        isTold && (!["2026-0311", "55"].includes(one.number) || one.name !== undefined);
      if (isRead && one.rest === 0) {
        expect(own).toBeUndefined();
        expect(invoiceMatches.map(({ invoiceIds }) => invoiceIds)).toEqual([["i1"]]);
      }
    }),
    { numRuns: 200 },
  );
});

it("a run that is continued after invoices changed equals one over everything", () => {
  const facts = fc.record({
    number: fc.constantFrom("INV-10002", "1007", "INV-10001"),
    balance: fc.constantFrom(0, 5_110, 23_134),
    customerName: fc.constantFrom(NAME, "Ada Quist"),
  });
  const books = fc
    .array(facts, { maxLength: 4 })
    .map((all) => all.map((one, i) => invoice({ id: `i${i}`, ledgerId: `4${i}`, ...one })));
  fc.assert(
    fc.property(books, books, fc.boolean(), (before, after, isPaid) => {
      const payments = [...THEIRS, cheque];
      const deposits = [
        named,
        { ...payout(), id: "po2", lines: [{ ...payout().lines?.[0], id: "z" } as LineInput] },
      ];
      const run = matchCompletely(deposits, payments, { algorithm: "smart", invoices: before });
      const later = isPaid ? payments.slice(1) : payments;
      const [continued, anew] = [true, false].map((carries) =>
        continueMatch(run, deposits, later, { invoices: after, carries })
          ?.matches()
          .map((each) => ({ ...each, evidence: each.evidence })),
      );
      expect(continued).toEqual(anew);
      const same = matchCompletely(deposits, payments, { algorithm: "smart", invoices: after });
      const decided = (all: { decision: string; paymentIds: string[] }[] = []) =>
        all.map(({ decision, paymentIds }) => `${paymentIds} ${decision}`).sort();
      if (!isPaid) expect(decided(continued)).toEqual(decided(same.matches()));
    }),
    { numRuns: 60 },
  );
});
