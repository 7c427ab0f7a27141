import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "@/server/platform/db";
import { call, ok } from "../support/client";
import { signUp, type TestCompany } from "../support/company";
import { dumpRows } from "../support/dump";
import { eventually } from "../support/eventually";
import { codeIn, type MailServer, startMailServer } from "../support/mail-server";
import { browser } from "../support/reset";
import { type Running, startWorkers } from "../support/worker";

let mailServer: MailServer;
let workers: Running;
let company: TestCompany;
let email: string;

beforeAll(async () => {
  mailServer = await startMailServer();
  process.env.SMTP_URL = mailServer.url;
  workers = await startWorkers();
});
afterAll(async () => {
  await workers.stop();
  await mailServer.close();
});
beforeEach(async () => {
  await db("accounts").throttle.deleteMany();
  company = await signUp();
  email = `${company.username}@example.com`;
});

const NEW_PASSWORD = "a new pass phrase";
const INVALID = "Invalid OTP. Please try again.";
const FAILED = "Failed to reset password. Please try again.";

/** Any code but this one. */
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

/** Requests a code and reads it from the mail. */
async function codeFor(address: string, from = browser()): Promise<string> {
  const before = mailServer.received.filter(({ to }) => to.includes(address)).length;
  expect((await from.send(address)).body).toEqual({ message: "OTP sent to your email" });
  const mails = await mailServer.waitFor(address, before + 1);
  return codeIn(mails.at(-1)?.raw ?? "");
}

const plain = ({ status, body }: { status: number; body: object }) => ({
  status,
  body: { ...body, request_id: "" },
});

describe("the whole reset", () => {
  test("works in one browser, ends every session, and notifies the owner", async () => {
    const { username, password, token } = company;
    const { token: second } = await ok("POST", "/user/login/api/", undefined, {
      username,
      password,
    });
    const person = browser();
    const code = await codeFor(email, person);

    const verified = await person.verify(email, code);
    expect(verified.body).toEqual({ message: "OTP verified successfully" });
    const [cookie] = verified.headers.getSetCookie();
    expect(cookie).toMatch(
      /^reset_grant=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Strict$/,
    );

    const done = await person.reset(email, NEW_PASSWORD);
    expect(plain(done)).toMatchObject({
      status: 200,
      body: { message: "Password reset successfully" },
    });
    expect([...person.cookies.keys()]).toEqual(["deposit-matcher.device"]);
    for (const old of [token, second]) {
      expect((await call("GET", "/summary/", { token: old })).status).toBe(401);
    }
    expect((await person.login(username, password)).status).toBe(401);
    expect((await person.login(username, NEW_PASSWORD)).status).toBe(200);

    const [codeMail, note] = await mailServer.waitFor(email, 2);
    expect(codeMail?.raw).toMatch(/^Subject: Your password reset code/m);
    expect(note?.raw).toMatch(/^Subject: Your password was changed/m);
    expect(note?.raw).toContain(username);
  });

  test("finds the account by its address in any case, and mails the stored spelling", async () => {
    const person = browser();
    await person.send(email.toUpperCase());
    const [mail] = await mailServer.waitFor(email);
    const code = codeIn(mail?.raw ?? "");
    expect((await person.verify(email, code)).status).toBe(200);
    expect((await person.reset(email.toUpperCase(), NEW_PASSWORD)).status).toBe(200);
  });

  test("leaves an audit row, and neither code nor grant in the database", async () => {
    const person = browser();
    const code = await codeFor(email, person);
    await person.verify(email, code);
    const grant = person.cookies.get("reset_grant") ?? "";
    const dump = await dumpRows();
    expect(dump).toContain(company.username);
    expect(dump).not.toContain(grant);
    expect(dump).not.toMatch(new RegExp(`\\b${code}\\b`));

    await person.reset(email, NEW_PASSWORD);
    const { user } = await ok("POST", "/user/login/api/", undefined, {
      username: company.username,
      password: NEW_PASSWORD,
    });
    const { companyId } = await db("accounts").membership.findFirstOrThrow({
      where: { userId: user.id },
    });
    const { systemContext } = await import("@/server/platform/company-id");
    const actions = await db(systemContext(companyId)).auditEvent.findMany({
      where: { companyId },
    });
    expect(actions.map(({ action }) => action)).toContain("account.password_reset");
  });
});

describe("the grant", () => {
  test("is refused in another browser, and without one", async () => {
    const person = browser();
    await person.verify(email, await codeFor(email, person));
    const thief = browser();
    expect(plain(await thief.reset(email, NEW_PASSWORD))).toMatchObject({
      status: 403,
      body: { message: FAILED },
    });
    thief.cookies.set("reset_grant", randomBytes(32).toString("base64url"));
    expect((await thief.reset(email, NEW_PASSWORD)).status).toBe(403);
    expect((await person.login(company.username, company.password)).status).toBe(200);
  });

  test("works once, even for two requests at the same moment", async () => {
    const person = browser();
    await person.verify(email, await codeFor(email, person));
    const grant = person.cookies.get("reset_grant") ?? "";
    const again = browser();
    again.cookies.set("reset_grant", grant);
    const answers = await Promise.all([
      person.reset(email, NEW_PASSWORD),
      again.reset(email, "the other one"),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    again.cookies.set("reset_grant", grant);
    expect(plain(await again.reset(email, "once more"))).toMatchObject({
      status: 403,
      body: { message: FAILED },
    });
  });

  test("is invalid for another account", async () => {
    const other = await signUp();
    const person = browser();
    await person.verify(email, await codeFor(email, person));
    expect((await person.reset(`${other.username}@example.com`, NEW_PASSWORD)).status).toBe(403);
    expect((await person.login(other.username, other.password)).status).toBe(200);
  });

  test("ends ten minutes after the code was verified", async () => {
    const person = browser();
    await person.verify(email, await codeFor(email, person));
    await db("accounts").$executeRaw`
      UPDATE reset_codes SET verified_at = verified_at - interval '10 minutes'
      WHERE verified_at IS NOT NULL`;
    expect((await person.reset(email, NEW_PASSWORD)).status).toBe(403);
  });
});

describe("the code", () => {
  test("is locked after five wrong tries, even for the right one", async () => {
    const person = browser();
    const code = await codeFor(email, person);
    for (let tries = 0; tries < 5; tries += 1) {
      expect(plain(await person.verify(email, wrong(code)))).toMatchObject({
        status: 422,
        body: { message: INVALID },
      });
    }
    expect(plain(await person.verify(email, code))).toMatchObject({
      status: 422,
      body: { message: INVALID },
    });
    const fresh = await codeFor(email, person);
    expect((await person.verify(email, fresh)).status).toBe(200);
  });

  test("can't be guessed faster by parallel requests", async () => {
    const person = browser();
    const code = await codeFor(email, person);
    const guesses = Array.from({ length: 9 }, () => person.verify(email, wrong(code)));
    expect((await Promise.all(guesses)).every(({ status }) => status === 422)).toBe(true);
    const newest = await db("accounts").resetCode.findFirst({ orderBy: { createdAt: "desc" } });
    expect(newest?.attempts).toBe(5);
    expect((await person.verify(email, code)).status).toBe(422);
  });

  test("ends after ten minutes", async () => {
    const person = browser();
    const code = await codeFor(email, person);
    await db("accounts").$executeRaw`
      UPDATE reset_codes SET expires_at = expires_at - interval '10 minutes'`;
    expect((await person.verify(email, code)).status).toBe(422);
  });

  test("is void after use, and after a newer one", async () => {
    const person = browser();
    const first = await codeFor(email, person);
    const second = await codeFor(email, person);
    if (first !== second) expect((await person.verify(email, first)).status).toBe(422);
    expect((await person.verify(email, second)).status).toBe(200);
    expect((await person.verify(email, second)).status).toBe(422);
  });
});

describe("the browser that asked", () => {
  test("is the only one in which its code works", async () => {
    const person = browser();
    const code = await codeFor(email, person);
    const cookie = person.cookies.get("reset_browser") ?? "";
    expect(cookie).toMatch(/^[\w-]{43}$/);
    // Without a cookie, with another one of the same address, and with a forged one.
    const other = browser();
    await other.send(email);
    const forger = browser();
    forger.cookies.set("reset_browser", randomBytes(32).toString("base64url"));
    for (const thief of [browser(), other, forger]) {
      expect(plain(await thief.verify(email, code))).toMatchObject({
        status: 422,
        body: { message: INVALID },
      });
    }
    // Nor for another address.
    expect((await person.verify("somebody@example.com", code)).status).toBe(422);
    expect((await person.verify(email, code)).status).toBe(200);
  });

  test("keeps its code when a stranger enters wrong ones, or asks for others", async () => {
    const owner = browser("203.0.113.1");
    const code = await codeFor(email, owner);
    const stranger = browser("203.0.113.2");
    for (let tries = 0; tries < 5; tries += 1) await stranger.verify(email, wrong(code));
    expect((await stranger.send(email)).status).toBe(200);
    for (let tries = 0; tries < 5; tries += 1) await stranger.verify(email, wrong(code));
    expect((await stranger.send(email)).status).toBe(200);
    expect((await owner.verify(email, code)).status).toBe(200);
    expect((await owner.reset(email, NEW_PASSWORD)).status).toBe(200);
  });

  test("gets a code after strangers have used up the address's mails, if it signed in before", async () => {
    const owner = browser("203.0.113.3");
    await owner.login(company.username, company.password);
    await db("accounts").knownAddress.deleteMany();
    const statuses: number[] = [];
    for (let sent = 0; sent < 4; sent += 1) {
      statuses.push((await browser(`203.0.113.${10 + sent}`).send(email)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
    await mailServer.waitFor(email, 3);
    const code = await codeFor(email, owner);
    for (let tries = 0; tries < 12; tries += 1) {
      await browser(`203.0.113.${20 + tries}`).reset(email, "a stranger's");
    }
    expect((await owner.verify(email, code)).status).toBe(200);
    expect((await owner.reset(email, NEW_PASSWORD)).status).toBe(200);
    // From then on it signs in whatever strangers try.
    for (let tries = 0; tries < 6; tries += 1) {
      await browser(`203.0.113.${40 + tries}`).login(company.username, "wrong");
    }
    await db("accounts").knownAddress.deleteMany();
    expect((await owner.login(company.username, NEW_PASSWORD)).status).toBe(200);
  });
});

describe("an address without an account", () => {
  test("gets the same answers, leaves the same rows, and no mail", async () => {
    const unknown = `unknown-${randomBytes(4).toString("hex")}@example.com`;
    const rows = () => db("accounts").resetCode.count();
    const answers = [];
    for (const address of [email, unknown]) {
      const before = await rows();
      const person = browser();
      const sent = plain(await person.send(address));
      expect(await rows()).toBe(before + 1);
      const tries = [];
      for (let tried = 0; tried < 6; tried += 1) {
        tries.push(plain(await person.verify(address, "000000")));
      }
      answers.push({ sent, tries, reset: plain(await person.reset(address, NEW_PASSWORD)) });
    }
    expect(answers[1]).toEqual(answers[0]);
    // The outbox is empty after both were processed: one to its owner, one to no one.
    await eventually(async () => expect(await db("jobs").mail.count()).toBe(0));
    expect(mailServer.received.some(({ to }) => to.includes(unknown))).toBe(false);
  });
});

describe("validation", () => {
  test.each([
    [
      "/user/send-otp/api/",
      { email: "no address" },
      { email: "Please enter a valid email address" },
    ],
    [
      "/user/verify-otp/api/",
      { email: "a@example.com", otp: "12345" },
      { otp: "OTP must be 6 digits" },
    ],
    [
      "/user/reset-password/api/",
      { email: "a@example.com", new_password: "12345", confirm_password: "12345" },
      {
        new_password: "Password must be at least 6 characters",
        confirm_password: "Confirm password must be at least 6 characters",
      },
    ],
    [
      "/user/reset-password/api/",
      { email: "a@example.com", new_password: "123456", confirm_password: "1234567" },
      { confirm_password: "Passwords do not match" },
    ],
  ])("%s %j", async (path, body, fields) => {
    expect(plain(await browser().post(path, body))).toMatchObject({
      status: 400,
      body: { fields },
    });
  });
});
