import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { adminDb } from "../support/admin-db";
import { makeBooks, type Rows } from "../support/rows";

let rows: Rows;

beforeEach(async () => {
  rows = await makeBooks();
});

/** The refusal's message, so that a test checks the right constraint and not just any error. */
async function refusal(write: Promise<unknown>): Promise<string> {
  try {
    await write;
  } catch (error) {
    return String(error);
  }
  return "not refused";
}

function newMatch(state: "proposed" | "accepted" | "dismissed", live = state !== "dismissed") {
  return {
    companyId: rows.companyId,
    id: randomUUID(),
    depositId: rows.depositId,
    state,
    live,
    origin: "auto" as const,
    kind: "one_to_one" as const,
    probability: 1,
    currency: "USD",
    decidedAt: state === "proposed" ? null : new Date(),
  };
}

async function matchPayment(state: "proposed" | "accepted" | "dismissed") {
  const { id: matchId, companyId, live } = await adminDb().match.create({ data: newMatch(state) });
  await adminDb().matchPayment.create({
    data: { companyId, matchId, paymentId: rows.paymentId, live },
  });
  return matchId;
}

describe("the database refuses invalid states from every writer", () => {
  test("a payment is in at most one live match", async () => {
    await matchPayment("dismissed");
    const first = await matchPayment("accepted");
    expect(await refusal(matchPayment("proposed"))).toContain("Unique constraint");

    // Undoing the first releases the payments of its children too.
    await adminDb().match.update({
      where: { companyId_id: { companyId: rows.companyId, id: first } },
      data: { state: "undone", live: false },
    });
    await matchPayment("proposed");
  });

  test("a match is live exactly while it is proposed or accepted", async () => {
    expect(await refusal(adminDb().match.create({ data: newMatch("accepted", false) }))).toContain(
      "matches_live_by_state",
    );
  });

  test("lines have to sum to their deposit, in its currency", async () => {
    const where = { companyId_id: { companyId: rows.companyId, id: rows.depositId } };
    const off = adminDb().deposit.update({ where, data: { amount: 1n } });
    expect(await refusal(off)).toContain("lines sum to");
    const foreign = adminDb().depositLine.updateMany({
      where: { companyId: rows.companyId },
      data: { currency: "EUR" },
    });
    expect(await refusal(foreign)).toContain("lines sum to");
  });

  test("a line's net is its gross minus its fee", async () => {
    const off = adminDb().depositLine.updateMany({
      where: { companyId: rows.companyId },
      data: { fee: 1n },
    });
    expect(await refusal(off)).toContain("deposit_lines_net");
  });

  test("a deposit is posted exactly when it has a QuickBooks id", async () => {
    const off = adminDb().deposit.updateMany({
      where: { companyId: rows.companyId },
      data: { status: "posted" },
    });
    expect(await refusal(off)).toContain("deposits_posted_has_quickbooks_id");
  });

  test("a provider's id is unique per integration", async () => {
    const { companyId, integrationId } = rows;
    const twice = adminDb().deposit.create({
      data: {
        companyId,
        integrationId,
        providerId: "po_1",
        payoutStatus: "paid",
        txnDate: new Date("2026-01-05"),
        amount: 0n,
        currency: "USD",
      },
    });
    expect(await refusal(twice)).toContain("Unique constraint");
  });

  test("a row can't point at another company's row", async () => {
    const other = await makeBooks();
    const crossing = adminDb().match.create({
      data: { ...newMatch("proposed"), companyId: other.companyId, depositId: rows.depositId },
    });
    expect(await refusal(crossing)).toContain("Foreign key constraint");
  });

  test("history can't be rewritten", async () => {
    await adminDb().auditEvent.create({
      data: { companyId: rows.companyId, action: "test", entity: "deposit", entityId: "1" },
    });
    const rewrite = adminDb().auditEvent.updateMany({
      where: { companyId: rows.companyId },
      data: { action: "other" },
    });
    expect(await refusal(rewrite)).toContain("never changed");
  });

  test("credentials are deleted with the connection", async () => {
    const off = adminDb().integration.updateMany({
      where: { companyId: rows.companyId },
      data: { status: "disconnected" },
    });
    expect(await refusal(off)).toContain("integrations_credentials_while_connected");
  });
});
