import { describe, expect, test } from "vitest";
import { ledgerWords } from "@/lib/ledger-words";
import { paymentTitle } from "@/server/deposits/deposit-journal";
import type { ClaimedPosting } from "@/server/posting/claim-posting";
import { draftDeposit } from "@/server/posting/draft";
import { judge } from "@/server/posting/find-existing";
import type { DepositDraft, LedgerDeposit } from "@/server/providers/ledger";

const FEES = "fees";

/** A payout of one line for each payment, with 2 % of fees. */
function posting(payments: { amount: number; bookedTo: string | null }[], refund = 0) {
  const gross = payments.reduce((sum, { amount }) => sum + amount, 0);
  const fee = Math.round(gross / 50);
  const line = (id: number, kind: string, net: number, own: object) => ({
    ...{ id, kind, providerKind: kind, description: "", feePredicted: false, net: BigInt(net) },
    ...{ bookedCustomerId: null, bookedCustomerName: null, classId: null, className: null },
    ...{ accountId: null, feeAccountId: null, ...own },
  });
  const lines = [
    line(1, "charge", gross - fee, { gross: BigInt(gross), fee: BigInt(fee) }),
    line(2, "refund", -refund, { gross: BigInt(-refund), fee: 0n, accountId: "refunds" }),
  ];
  const deposit = {
    ...{ id: 1, providerId: "po_1", amount: BigInt(gross - fee - refund), currency: "NZD" },
    ...{ txnDate: new Date("2026-11-18"), earliestDate: null, traceId: null },
    lines: lines.filter(({ net }) => net !== 0n),
    integration: { settings: {} },
    matches: [
      {
        lines: gross === 0 ? [] : [{ lineId: 1 }],
        adjustments: [],
        payments: payments.map(({ amount, bookedTo }, index) => ({
          payment: {
            ...{ kind: "Payment", providerId: `p${index}`, amount: BigInt(amount), bookedTo },
            ...{ customerId: "", customerName: "", referenceNumber: "", planned: null },
          },
        })),
      },
    ],
  };
  return { deposit } as unknown as Pick<ClaimedPosting, "deposit">;
}

const XERO = { payments: "clearing", belowZero: "posted", words: ledgerWords("xero") } as const;
const choices = (waitingIn: string | null = null): Parameters<typeof draftDeposit>[1] => ({
  ...{ bankAccountId: "bank", categoryId: FEES, clearingId: null, waitingIn },
  ...{ sourceName: "Stripe", books: XERO },
  lines: {} as Parameters<typeof draftDeposit>[1]["lines"],
});

function drafted(given: ReturnType<typeof posting>, waitingIn?: string): DepositDraft {
  const draft = draftDeposit(given, choices(waitingIn));
  if ("code" in draft) throw new Error(draft.reason);
  return draft;
}

describe("the draft for books that clear an account", () => {
  test("names the account that its payments wait in and the processor; payments have no lines", () => {
    const draft = drafted(posting([{ amount: 10_000, bookedTo: "clearing" }]), "chosen");
    expect(draft).toMatchObject({
      ...{ clearingAccountId: "clearing", processor: "Stripe", total: 9800 },
      payments: [{ kind: "Payment", providerId: "p0", amount: 10_000 }],
      entries: [{ accountId: FEES, amount: -200 }],
    });
    expect(draft.payments[0]).not.toHaveProperty("line");
  });

  test("uses the chosen account for payments that the books don't have yet, and without any", () => {
    expect(drafted(posting([{ amount: 500, bookedTo: null }]), "chosen").clearingAccountId).toBe(
      "chosen",
    );
    expect(drafted(posting([], 300), "chosen")).toMatchObject({
      ...{ clearingAccountId: "chosen", total: -300, payments: [] },
      entries: [{ accountId: "refunds", amount: -300 }],
    });
  });

  test("is below zero as it is", () => {
    const draft = drafted(posting([{ amount: 1000, bookedTo: "clearing" }], 5000));
    expect(draft.total).toBe(-4020);
    expect(draft.entries.map(({ amount }) => amount).toSorted()).toEqual([-20, -5000]);
  });

  test("waits for payments of one account, and for an account", () => {
    const apart = posting([
      { amount: 1000, bookedTo: "clearing" },
      { amount: 2000, bookedTo: "other" },
    ]);
    expect(draftDeposit(apart, choices())).toMatchObject({ code: "payments_apart" });
    expect(draftDeposit(posting([], 300), choices())).toEqual({
      code: "clearing_missing",
      reason: "Choose the account that Stripe payments wait in, in Xero Settings.",
    });
  });
});

test("a payment is called what its books call it, by a number only where they show one", () => {
  const receipt = { kind: "SalesReceipt", planned: null } as const;
  const guid = "5e6a1d62-91c0-4b53-9a0e-2f8f6f1f3c11";
  expect(paymentTitle({ ...receipt, providerId: guid }, ledgerWords("xero"))).toBe("Receive money");
  expect(paymentTitle({ ...receipt, providerId: "145" }, ledgerWords("quickbook"))).toBe(
    "Sales receipt 145",
  );
});

describe("a transaction of the payout that is in such books already", () => {
  const draft = drafted(posting([{ amount: 10_000, bookedTo: "clearing" }]));
  const books = { integration: { provider: "xero" as const } };
  const entry = (accountId: string, amount: number) => ({
    ...{ accountId, amount, accountName: "", customerName: "", className: "", description: "" },
  });
  const found = (changes: Partial<LedgerDeposit> = {}): LedgerDeposit => ({
    ...{ id: "transfer:0c4f1f6e-8d0e-4f0a-9a53-7b0f1f3f8a11", date: "2026-11-18", total: 9800 },
    ...{ currency: "NZD", note: "po_1", bankId: "bank", bankName: "Cheque", payments: [] },
    entries: [entry("clearing", 10_000), entry("bank fees", -200)],
    ...changes,
  });
  const judged = (changes: Partial<LedgerDeposit>, beside: LedgerDeposit[] = []) =>
    judge(found(changes), draft, books, { why: "mentions payout po_1", beside });

  test("is the same where bank, total and the account's sum agree, whatever account has the fees", () => {
    expect(judged({})).toMatchObject({ found: "same" });
    // Its fees alone, as money spent from the clearing account.
    const fees = found({ bankId: "clearing", total: -200, entries: [entry("bank fees", -200)] });
    const transfer = { entries: [entry("clearing", 9800)] };
    expect(judged(transfer, [fees])).toMatchObject({ found: "same" });
  });

  test.each([
    [{ total: 9700 }, "but its total is different"],
    [{ currency: "AUD" }, "but its total is different"],
    [{ bankId: "savings", bankName: "Savings" }, "but it is on Savings"],
    [
      { entries: [entry("clearing", 9800)] },
      "but it doesn't take these payments out of their account",
    ],
  ])("is a conflict with %o", (changes, words) => {
    expect(judged(changes)).toEqual({
      found: "conflict",
      message: `A bank transfer in Xero mentions payout po_1, ${words}`,
    });
  });
});
