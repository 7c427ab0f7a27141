import { beforeEach, describe, expect, test } from "vitest";
import { adminDb } from "../support/admin-db";
import { Seeded } from "./deposit-reads/seeded-books";

let seeded: Seeded;

beforeEach(async () => {
  seeded = await Seeded.create();
});

const UNRIVALLED = {
  field: "uniqueness",
  level: "only_candidate",
  weight: 2,
  text: "No other payment fits",
};
const AMOUNT = { field: "amount", level: "exact_gross", weight: 9, text: "Exact amount" };

const harbor = { customerId: "20", customerName: "Blue Harbor" };

/** A charge with its payment, matched, and whatever else the books have. */
async function matchedCharge(state: "proposed" | "accepted" = "proposed") {
  const deposit = await seeded.deposit([{ kind: "charge", gross: 482_50 }], {
    status: state === "proposed" ? "suggested" : "matched",
  });
  const payment = await seeded.payment(482_50, { ...harbor, providerId: "536" });
  const facts = { state, evidence: [AMOUNT, UNRIVALLED] };
  const lineIds = deposit.lines.map(({ id }) => id);
  const matchId = await seeded.match(deposit.id, { lineIds, paymentIds: [payment.id] }, facts);
  return { depositId: deposit.id, matchId, paymentId: payment.id };
}

async function shownOf(depositId: number) {
  const { matches } = await seeded.detail(depositId);
  expect(matches).toHaveLength(1);
  const { recorded_twice: twice, evidence } = matches[0];
  return { twice, levels: evidence.map(({ level }: { level: string }) => level) };
}

const NOTHING = { twice: [], levels: ["exact_gross", "only_candidate"] };

describe("two payments for one charge", () => {
  test("are named on the deposit's page and in the suggestion, with their pages in QuickBooks", async () => {
    const { depositId } = await matchedCharge();
    await seeded.payment(482_50, {
      ...harbor,
      providerId: "537",
      kind: "SalesReceipt",
      raw: { DocNumber: "1037" },
      referenceNumber: "1037",
    });
    const of = "https://app.qbo.intuit.com/app";
    const twice = [
      {
        text: "482.50 of Blue Harbor is recorded twice",
        payments: [
          {
            kind: "Payment",
            number: "536",
            quickbooks_url: `${of}/recvpayment?txnId=536`,
            matched: true,
          },
          {
            kind: "SalesReceipt",
            number: "1037",
            quickbooks_url: `${of}/salesreceipt?txnId=537`,
            matched: false,
          },
        ],
      },
    ];
    expect(await shownOf(depositId)).toEqual({ twice, levels: ["exact_gross"] });
    const { suggestions } = await seeded.suggestions();
    expect(suggestions[0].matches[0].recorded_twice).toEqual(twice);
  });

  test("are named while the second one waits, also after the first was deposited", async () => {
    const { depositId, paymentId } = await matchedCharge("accepted");
    const second = await seeded.payment(482_50, { ...harbor, providerId: "537" });
    const { companyId } = seeded.books;
    await adminDb().ledgerPayment.update({
      where: { companyId_id: { companyId, id: paymentId } },
      data: { state: "deposited", depositedOn: "600" },
    });
    expect((await shownOf(depositId)).twice).toHaveLength(1);
    await adminDb().ledgerPayment.update({
      where: { companyId_id: { companyId, id: second.id } },
      data: { state: "gone" },
    });
    expect(await shownOf(depositId)).toEqual(NOTHING);
  });

  test("of three records, each is named once", async () => {
    const { depositId } = await matchedCharge();
    await seeded.payment(482_50, { ...harbor, providerId: "537" });
    await seeded.payment(482_50, { ...harbor, providerId: "538" });
    const { twice } = await shownOf(depositId);
    const numbers = twice[0].payments.map(({ number }: { number: string }) => number);
    expect([twice.length, twice[0].text, numbers]).toEqual([
      1,
      "482.50 of Blue Harbor is recorded three times",
      ["536", "537", "538"],
    ]);
  });
});

describe("two payments that are alike are not called one", () => {
  test("while a charge of another deposit may explain the second", async () => {
    const { depositId } = await matchedCharge();
    await seeded.payment(482_50, harbor);
    const other = await seeded.deposit([{ kind: "charge", gross: 482_50 }]);
    expect(await shownOf(depositId)).toEqual(NOTHING);
    const { companyId } = seeded.books;
    await adminDb().deposit.update({
      where: { companyId_id: { companyId, id: other.id } },
      data: { deletedAt: new Date() },
    });
    expect((await shownOf(depositId)).twice).toHaveLength(1);
  });

  test("where each has a charge of its own", async () => {
    const { depositId } = await matchedCharge();
    const second = await seeded.deposit([{ kind: "charge", gross: 482_50 }], {
      status: "suggested",
    });
    const payment = await seeded.payment(482_50, harbor);
    const lineIds = second.lines.map(({ id }) => id);
    await seeded.match(second.id, { lineIds, paymentIds: [payment.id] });
    expect(await shownOf(depositId)).toEqual(NOTHING);
  });

  test("where the second was paid by check, or through another processor", async () => {
    const { depositId } = await matchedCharge();
    await seeded.payment(482_50, { ...harbor, paymentMethod: "Check" });
    await seeded.payment(482_50, { ...harbor, note: "PayPal" });
    expect(await shownOf(depositId)).toEqual(NOTHING);
  });

  test("of another customer, amount or company", async () => {
    const { depositId } = await matchedCharge();
    await seeded.payment(482_50, { customerId: "21", customerName: "Red Rock Diner" });
    await seeded.payment(482_51, harbor);
    await seeded.payment(482_50, { customerName: "Blue Harbor" });
    await (await Seeded.create()).payment(482_50, harbor);
    expect(await shownOf(depositId)).toEqual(NOTHING);
  });
});
