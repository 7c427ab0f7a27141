import { beforeEach, describe, expect, test } from "vitest";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { type FullLedger, seedFullLedger } from "../support/full-ledger";

let books: FullLedger;
let token: string;

beforeEach(async () => {
  books = await seedFullLedger();
  token = await books.signIn();
});

const detail = (id: number) => ok("GET", `/qb/deposit/?deposit_id=${id}`, token);
const remove = (id: number) => ok("POST", "/qb/delete-deposit/", token, { deposit_id: id });
const restore = (id: number) =>
  call("POST", "/qb/restore-deposit/", { token, body: { deposit_id: id } });

describe("the detail", () => {
  test("links to the posted Deposit in QuickBooks, and only then", async () => {
    const { posted, matched } = books.depositIds;
    const { deposit, quickbooks_url } = await detail(posted);
    expect(quickbooks_url).toBe(
      `https://app.qbo.intuit.com/app/deposit?txnId=${deposit.quickbook_id}`,
    );
    expect((await detail(matched)).quickbooks_url).toBe("");
  });

  test("marks predicted fees, and returns the company's time zone", async () => {
    const { companyId } = books;
    const { pending } = books.depositIds;
    await adminDb().companySettings.update({
      where: { companyId },
      data: { timeZone: "Europe/London" },
    });
    const line = { companyId, depositId: pending };
    expect((await detail(pending)).deposit.lines[0]).toMatchObject({ fee_predicted: false });
    await adminDb().depositLine.updateMany({ where: line, data: { feePredicted: true } });
    const { deposit, time_zone } = await detail(pending);
    expect(deposit.lines[0]).toMatchObject({ fee: "3.20", fee_predicted: true, net: "96.80" });
    expect(time_zone).toBe("Europe/London");
  });

  test("lists the history newest first, with the details of each event", async () => {
    const { companyId, userId, marker } = books;
    const entityId = String(books.depositIds.posted);
    const event = { companyId, entity: "deposit", entityId };
    for (const [action, data] of [
      ["deposit.received", { lines: 1, providerId: "secret-id" }],
      ["deposit.posted", { quickbooksId: "1043", adopted: false }],
      ["deposit.posted", { quickbooksId: "1044", adopted: true }],
      ["deposit.posting_failed", { code: "6540", message: "The period is closed." }],
    ] as const) {
      await adminDb().auditEvent.create({ data: { ...event, action, data } });
    }
    await adminDb().auditEvent.create({ data: { ...event, userId, action: "deposit.undone" } });
    const { history } = await detail(books.depositIds.posted);
    expect(
      history.slice(0, 5).map(({ who, text }: { who: string; text: string }) => [who, text]),
    ).toEqual([
      [marker, "Match undone"],
      ["Deposit Matcher", "Posting failed: The period is closed."],
      ["Deposit Matcher", "Linked to existing QuickBooks Deposit 1044"],
      ["Deposit Matcher", "Posted to QuickBooks as Deposit 1043"],
      ["Deposit Matcher", "Imported from the processor (1 line)"],
    ]);
    expect(JSON.stringify(history)).not.toContain("secret-id");
  });
});

describe("a deleted deposit", () => {
  test("is restored as pending when it was matched: its payments were released", async () => {
    const { matched } = books.depositIds;
    await remove(matched);
    expect((await call("GET", `/qb/deposit/?deposit_id=${matched}`, { token })).status).toBe(404);
    const answer = await restore(matched);
    expect([answer.status, answer.body]).toEqual([
      200,
      { message: "Deposit restored", status: "pending" },
    ]);
    const { deposit, matches } = await detail(matched);
    expect([deposit.status, deposit.quickbook_id, matches]).toEqual(["pending", "", []]);
    const live = { companyId: books.companyId, depositId: matched, live: true };
    expect(await adminDb().match.count({ where: live })).toBe(0);
    expect((await ok("GET", "/qb/deposit-status/", token)).total).toBe(4);
  });

  test("is restored with its match when it was posted", async () => {
    const { posted } = books.depositIds;
    const before = await detail(posted);
    await remove(posted);
    expect((await restore(posted)).body.status).toBe("posted");
    const after = await detail(posted);
    expect(after.deposit).toEqual({ ...before.deposit, updated_at: after.deposit.updated_at });
    expect(after.matches).toEqual(before.matches);
  });

  test("is restored once; a deposit that was not deleted can't be restored", async () => {
    const { pending } = books.depositIds;
    expect((await restore(pending)).status).toBe(409);
    await remove(pending);
    const answers = await Promise.all([restore(pending), restore(pending)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const restored = { companyId: books.companyId, action: "deposit.restored" };
    expect(await adminDb().auditEvent.count({ where: restored })).toBe(1);
  });

  test("of another company does not exist", async () => {
    const theirs = await seedFullLedger();
    const id = theirs.depositIds.pending;
    await ok("POST", "/qb/delete-deposit/", await theirs.signIn(), { deposit_id: id });
    expect((await restore(id)).status).toBe(404);
  });
});
