import { afterAll, beforeAll, expect, test } from "vitest";
import { sendMail } from "@/server/mail/deliver-mail";
import { closeDb } from "@/server/platform/db";
import { stopQueue } from "@/server/platform/queue/queue";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { decoded, invitationIn, type MailServer, startMailServer } from "../support/mail-server";
import { join, type Person, seedCompany, seedPerson } from "../support/members";
import { type Running, startWorkers } from "../support/worker";

const HEBREW = "חשבונות של הקיוסק";
const NAMES = [
  { name: "日本商事", mailed: "日本商事" },
  { name: "Ünïcode Åß", mailed: "Ünïcode Åß" },
  { name: HEBREW, mailed: HEBREW },
  { name: "شركة المحاسبة", mailed: "شركة المحاسبة" },
  { name: `The "Quoted" & <Sons>`, mailed: "The Quoted & Sons" },
  { name: "商".repeat(200), mailed: `${"商".repeat(60)}…` },
];

let mailServer: MailServer;
let workers: Running;
let owner: Person;

beforeAll(async () => {
  mailServer = await startMailServer();
  process.env.SMTP_URL = mailServer.url;
  workers = await startWorkers();
  owner = await seedPerson();
});
afterAll(async () => {
  await workers.stop();
  await stopQueue(1_000);
  await closeDb();
  await mailServer.close();
});

const headOf = (raw: string) => raw.split("\r\n\r\n")[0] ?? "";
/** A subject in RFC 2047's encoded words, which nodemailer writes in base64 or as quoted bytes. */
const subjectOf = (raw: string) =>
  (/^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(headOf(raw))?.[1] ?? "")
    .replace(/\?=\r\n[ \t]=\?/g, "?= =?")
    .replace(/\r\n(?=[ \t])/g, "")
    .replace(/\?= (?==\?)/g, "?=")
    .replace(/=\?UTF-8\?B\?([^?]*)\?=/g, (_, text) => Buffer.from(text, "base64").toString())
    .replace(/=\?UTF-8\?Q\?([^?]*)\?=/g, (_, text: string) => decoded(text.replaceAll("_", " ")));

test.each(NAMES)("$name: named in an invitation, whose headers are ASCII", async (row) => {
  const company = await seedCompany(row.name);
  await join(company, owner, "owner");
  const token = await owner.signIn(company);
  expect((await ok("GET", "/companies/", token)).companies).toContainEqual({
    ...{ id: company, name: row.name, role: "owner" },
  });
  const email = `named-${company}@example.com`;
  await ok("POST", "/people/invite/", token, { email, role: "viewer" });
  const [{ raw = "" } = {}] = await mailServer.waitFor(email);
  expect(headOf(raw)).toMatch(/^[\x20-\x7e\r\n\t]+$/);
  expect(raw).toMatch(/^[\x20-\x7e\r\n\t]+$/);
  expect(Math.max(...raw.split("\r\n").map((line) => line.length))).toBeLessThanOrEqual(998);
  expect(decoded(raw)).toContain(`the books of ${row.mailed} as a viewer`);
  const read = await call("POST", "/invitations/read/", { body: { token: invitationIn(raw) } });
  expect(read.body.company).toBe(row.name);
});

test.each(NAMES)("$name: named in a subject", async ({ name }) => {
  const to = "subject@example.com";
  const before = mailServer.received.length;
  const subject = `3 things to review at ${name}`;
  await sendMail({ id: crypto.randomUUID(), to, subject, text: "See the review page." });
  const raw = mailServer.received[before]?.raw ?? "";
  expect(headOf(raw)).toMatch(/^[\x20-\x7e\r\n\t]+$/);
  expect(subjectOf(raw)).toBe(subject);
});

test("a name with a line break is refused, and one that has it adds no header", async () => {
  const company = await seedCompany("Home");
  await join(company, owner, "owner");
  const token = await owner.signIn(company);
  const company_name = "Acme\r\nBcc: victim@example.com";
  const refused = await call("POST", "/companies/", { token, body: { company_name } });
  expect(refused.status).toBe(400);
  await adminDb().company.update({ where: { id: company }, data: { name: company_name } });
  const email = `line-break-${company}@example.com`;
  await ok("POST", "/people/invite/", token, { email, role: "viewer" });
  const [mail] = await mailServer.waitFor(email);
  expect(mail?.to).toEqual([email]);
  expect(headOf(mail?.raw ?? "")).not.toMatch(/bcc|victim/i);
  expect(decoded(mail?.raw ?? "")).toContain(
    "the books of Acme Bcc victim example com as a viewer",
  );
});
