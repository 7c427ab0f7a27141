import { beforeEach, expect, test } from "vitest";
import { writeDueMails } from "@/server/notifications/write-due-mails";
import { writeWeeklySummary } from "@/server/notifications/write-weekly-summary";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { waitingMails } from "../support/confirmation";
import { MatchingBooks } from "../support/matching-books";
import {
  addMember,
  letMailsBeDue,
  type NotifiedCompany,
  notifiedCompany,
  sendNotification,
} from "../support/notified";

let company: NotifiedCompany;
beforeEach(async () => {
  company = await notifiedCompany();
  await unprove(company.owner.userId);
});

const prove = (id: number) =>
  adminDb().user.update({ where: { id }, data: { emailVerifiedAt: new Date() } });
const unprove = (id: number) =>
  adminDb().user.update({ where: { id }, data: { emailVerifiedAt: null } });

test("notifications stay in the product; later ones are mailed once the address is proved", async () => {
  const { ctx, companyId, owner } = company;
  const colleague = await addMember(companyId);
  await sendNotification(ctx, { event: "1", title: "Early" });
  await letMailsBeDue(companyId);
  await writeDueMails(ctx);
  expect(await waitingMails(owner.email)).toEqual([]);
  expect(await waitingMails(colleague.email)).toHaveLength(1);
  const { notifications } = await ok("GET", "/notifications/", owner.token);
  expect(notifications[0].title).toBe("Early");

  await prove(owner.userId);
  await sendNotification(ctx, { event: "2", title: "Later" });
  await letMailsBeDue(companyId);
  await writeDueMails(ctx);
  const [mail, ...more] = await waitingMails(owner.email);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe("Later");
  expect(mail?.text).not.toContain("Early");
});

test("the weekly summary isn't mailed, but shown", async () => {
  const { ctx, companyId, owner } = company;
  const colleague = await addMember(companyId);
  await adminDb().company.update({
    where: { id: companyId },
    data: { createdAt: new Date("2026-01-01") },
  });
  await adminDb().membership.updateMany({
    where: { companyId },
    data: { emailWeeklySummary: true },
  });
  await writeWeeklySummary(ctx, new Date("2026-03-02T18:00:00Z"));
  expect(await waitingMails(owner.email)).toEqual([]);
  expect(await waitingMails(colleague.email)).toHaveLength(1);
  const { notifications } = await ok("GET", "/notifications/", owner.token);
  expect(notifications[0].kind).toBe("summary");
});

test("no question goes to a client in the name of somebody unproved", async () => {
  const books = await MatchingBooks.create();
  const { id, lines } = await books.deposit([{ gross: 6_450, description: "Order #10260" }]);
  const ask = () =>
    call("POST", "/questions/ask/", {
      token: books.token,
      body: {
        ...{ deposit_id: id, line_id: lines[0]?.id, question: "Who paid?" },
        email: `client-of-${books.companyId}@example.com`,
      },
    });
  await unprove(books.userId);
  const refused = await ask();
  expect(refused.status).toBe(403);
  expect(refused.body.message).toBe(
    "Confirm your own email address first. Settings → Account sends you the link.",
  );
  expect(await waitingMails(`client-of-${books.companyId}@example.com`)).toEqual([]);
  await prove(books.userId);
  expect((await ask()).status).toBe(200);
});
