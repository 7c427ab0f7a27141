import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { setPassword } from "@/server/accounts/set-password";
import { openMail } from "@/server/mail/queued-mail";
import { db } from "@/server/platform/db";
import { call, ok } from "../support/client";
import { signUp, type TestCompany } from "../support/company";
import { browser } from "../support/reset";
import { lengthenWaits } from "../support/throttles";
import { withBlockingTransaction } from "../support/with-blocking-transaction";

let company: TestCompany;

beforeEach(async () => {
  company = await signUp();
});

const NEW_PASSWORD = "a new pass phrase";

const change = (current: string, next = NEW_PASSWORD, confirm = next) =>
  call("POST", "/user/change-password/api/", {
    token: company.token,
    body: { current_password: current, new_password: next, confirm_password: confirm },
  });

const login = (password: string) =>
  call("POST", "/user/login/api/", { body: { username: company.username, password } });

test("changes the password, keeps this session, ends the others, and notifies the owner", async () => {
  const other = await login(company.password);
  const before = await db("jobs").mail.count();
  const answer = await change(company.password);
  expect(answer.body).toEqual({ message: "Password changed successfully" });
  await ok("GET", "/summary/", company.token);
  expect((await call("GET", "/summary/", { token: other.body.token })).status).toBe(401);
  expect((await login(company.password)).status).toBe(401);
  expect((await login(NEW_PASSWORD)).status).toBe(200);
  expect(await db("jobs").mail.count()).toBe(before + 1);
});

test("a wrong current password changes nothing, and keeps the session", async () => {
  const answer = await change("not this one");
  expect(answer.status).toBe(422);
  expect(answer.body).toMatchObject({
    message: "Failed to change password. Please try again.",
    fields: { current_password: expect.any(String) },
  });
  await ok("GET", "/summary/", company.token);
  expect((await login(company.password)).status).toBe(200);
});

test.each([
  ["", NEW_PASSWORD, NEW_PASSWORD, "Please fill in all password fields"],
  ["something", "", "", "Please fill in all password fields"],
  ["something", NEW_PASSWORD, "", "Please fill in all password fields"],
  ["something", NEW_PASSWORD, "another", "New password and confirm password do not match"],
  ["something", "12345", "12345", "Password must be at least 6 characters"],
])("%j, %j, %j is refused: %s", async (current, next, confirm, message) => {
  const answer = await change(current, next, confirm);
  expect(answer.status).toBe(400);
  expect(answer.body.message).toBe(message);
});

test("missing fields are empty fields", async () => {
  const { token } = company;
  const answer = await call("POST", "/user/change-password/api/", { token, body: {} });
  expect(answer.status).toBe(400);
  expect(answer.body.message).toBe("Please fill in all password fields");
});

test("of two concurrent changes one wins, and its password is the valid one", async () => {
  const wanted = ["the first one", "the second one"];
  const answers = await Promise.all(wanted.map((password) => change(company.password, password)));
  const statuses = answers.map(({ status }) => status);
  expect([...statuses].sort()).toEqual([200, 422]);
  for (const [index, password] of wanted.entries()) {
    expect((await login(password)).status).toBe(statuses[index] === 200 ? 200 : 401);
  }
});

test("guessing the current password is slowed down", async () => {
  await lengthenWaits();
  const guesses = await Promise.all(Array.from({ length: 12 }, () => change("not this one")));
  const refused = guesses.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(7);
  expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await change(company.password)).status).toBe(429);
});

test("ends a reset in progress", async () => {
  const email = `${company.username}@example.com`;
  const codes = async () => {
    const mails = await Promise.all((await db("accounts").mail.findMany()).map(openMail));
    return mails.flatMap(({ to, text }) => (to === email && /^\d{6}$/m.exec(text)?.[0]) || []);
  };
  const intruder = browser();
  await intruder.send(email);
  const [code = ""] = await codes();
  expect((await intruder.verify(email, code)).status).toBe(200);
  expect((await change("not this one")).status).toBe(422);
  await intruder.send(email);
  const waiting = (await codes()).find((each) => each !== code) ?? "";

  expect((await change(company.password)).status).toBe(200);
  expect((await intruder.reset(email, "the intruder's")).status).toBe(403);
  expect((await intruder.verify(email, waiting)).status).toBe(422);
  expect((await login(NEW_PASSWORD)).status).toBe(200);
});

test("a refused change ends no reset, which may be the owner's own", async () => {
  const email = `${company.username}@example.com`;
  const owner = browser();
  await owner.send(email);
  const mails = await Promise.all((await db("accounts").mail.findMany()).map(openMail));
  const code = /^\d{6}$/m.exec(mails.find(({ to }) => to === email)?.text ?? "")?.[0] ?? "";
  expect((await change("not this one")).status).toBe(422);
  expect((await owner.verify(email, code)).status).toBe(200);
});

test("a sign-in that checked the old password gets no session after the change", async () => {
  const { username } = company;
  const answer = await withBlockingTransaction(
    async (tx) => {
      const user = await tx.user.findUniqueOrThrow({ where: { usernameKey: username } });
      await setPassword(tx, user, "not a hash", { action: "changed", requestId: randomUUID() });
    },
    { meanwhile: () => login(company.password), blocked: 'INTO "public"."sessions"' },
  );
  expect(answer.status).toBe(401);
  expect(await liveSessionsOf(username)).toBe(0);
});

function liveSessionsOf(username: string): Promise<number> {
  return db("accounts").session.count({
    where: { user: { usernameKey: username }, revokedAt: null },
  });
}

test("mails are bounded: changing there and back waits after a few times", async () => {
  await lengthenWaits();
  let current = company.password;
  for (let nth = 0; nth < 5; nth += 1) {
    const next = `${NEW_PASSWORD} ${nth}`;
    expect((await change(current, next)).status).toBe(200);
    current = next;
  }
  expect((await change(current, company.password)).status).toBe(429);
  expect((await login(current)).status).toBe(200);
});
