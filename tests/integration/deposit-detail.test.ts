import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { closeDb } from "@/server/db";
import { stopQueue } from "@/server/jobs/queue";
import { call, ok } from "../setup/client";
import { everything } from "../setup/everything";
import { type FullBooks, plantFullBooks } from "../setup/full-books";

let books: FullBooks;
let token: string;

beforeEach(async () => {
  books = await plantFullBooks();
  token = await books.signIn();
});
afterAll(async () => {
  await stopQueue(1_000);
  await closeDb();
});

const detail = (id: number) => ok("GET", `/qb/deposit/?deposit_id=${id}`, token);
const remove = (id: number) => ok("POST", "/qb/delete-deposit/", token, { deposit_id: id });
const restore = (id: number) =>
  call("POST", "/qb/restore-deposit/", { token, body: { deposit_id: id } });

describe("the detail", () => {
  test("says where QuickBooks shows a posted deposit, and nothing before", async () => {
    const { posted, matched } = books.depositIds;
    const { deposit, quickbooks_url } = await detail(posted);
    expect(quickbooks_url).toBe(
      `https://app.qbo.intuit.com/app/deposit?txnId=${deposit.quickbook_id}`,
    );
    expect((await detail(matched)).quickbooks_url).toBe("");
  });

  test("marks fees that are ours, and names the company's time zone", async () => {
    const { companyId } = books;
    const { pending } = books.depositIds;
    await everything().companySettings.update({
      where: { companyId },
      data: { timeZone: "Europe/London" },
    });
    const line = { companyId, depositId: pending };
    expect((await detail(pending)).deposit.lines[0]).toMatchObject({ fee_predicted: false });
    await everything().depositLine.updateMany({ where: line, data: { feePredicted: true } });
    const { deposit, time_zone } = await detail(pending);
    expect(deposit.lines[0]).toMatchObject({ fee: "3.20", fee_predicted: true, net: "96.80" });
    expect(time_zone).toBe("Europe/London");
  });

  test("tells the history newest first, with what is worth reading of each event", async () => {
    const { companyId, userId, marker } = books;
    const entityId = String(books.depositIds.posted);
    const event = { companyId, entity: "deposit", entityId };
    for (const [action, data] of [
      ["deposit.received", { lines: 1, providerId: "secret-id" }],
      ["deposit.posted", { quickbooksId: "1043", adopted: false }],
      ["deposit.posted", { quickbooksId: "1044", adopted: true }],
      ["deposit.posting_failed", { code: "6540", message: "The period is closed." }],
    ] as const) {
      await everything().auditEvent.create({ data: { ...event, action, data } });
    }
    await everything().auditEvent.create({ data: { ...event, userId, action: "deposit.undone" } });
    const { history } = await detail(books.depositIds.posted);
    expect(
      history.slice(0, 5).map(({ who, text }: { who: string; text: string }) => [who, text]),
    ).toEqual([
      [marker, "Match undone"],
      ["Deposit Matcher", "QuickBooks refused the posting: The period is closed."],
      ["Deposit Matcher", "Linked to Deposit 1044, which QuickBooks had already"],
      ["Deposit Matcher", "Posted to QuickBooks as Deposit 1043"],
      ["Deposit Matcher", "Received from the processor with 1 line"],
    ]);
    expect(JSON.stringify(history)).not.toContain("secret-id");
  });
});

describe("a deleted deposit", () => {
  test("comes back pending: what it was matched with is free", async () => {
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
    expect(await everything().match.count({ where: live })).toBe(0);
    expect((await ok("GET", "/qb/deposit-status/", token)).total).toBe(4);
  });

  test("that was posted is posted as before, with its match", async () => {
    const { posted } = books.depositIds;
    const before = await detail(posted);
    await remove(posted);
    expect((await restore(posted)).body.status).toBe("posted");
    const after = await detail(posted);
    expect(after.deposit).toEqual(before.deposit);
    expect(after.matches).toEqual(before.matches);
  });

  test("comes back once; one that was never deleted has nowhere to come from", async () => {
    const { pending } = books.depositIds;
    expect((await restore(pending)).status).toBe(409);
    await remove(pending);
    const answers = await Promise.all([restore(pending), restore(pending)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const restored = { companyId: books.companyId, action: "deposit.restored" };
    expect(await everything().auditEvent.count({ where: restored })).toBe(1);
  });

  test("of another company does not exist", async () => {
    const theirs = await plantFullBooks();
    const id = theirs.depositIds.pending;
    await ok("POST", "/qb/delete-deposit/", await theirs.signIn(), { deposit_id: id });
    expect((await restore(id)).status).toBe(404);
  });
});
