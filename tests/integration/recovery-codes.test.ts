import { beforeEach, expect, test } from "vitest";
import { db } from "@/server/platform/db";
import { adminDb } from "../support/admin-db";
import { codeOf, enableTwoFactor, forgetLastCode } from "../support/authenticator";
import { call, ok } from "../support/client";
import { signUp, type TestCompany } from "../support/company";
import { lengthenWaits } from "../support/throttles";

let person: TestCompany;
let enabled: Awaited<ReturnType<typeof enableTwoFactor>>;

beforeEach(async () => {
  person = await signUp();
  enabled = await enableTwoFactor(person);
});

const renew = (code: string, current_password: string | undefined = person.password) =>
  call("POST", "/user/two-factor/recovery-codes/", {
    token: person.token,
    body: { current_password, code },
  });

async function signInWith(code: string): Promise<number> {
  const { username, password } = person;
  const { body } = await call("POST", "/user/login/api/", { body: { username, password } });
  const { challenge } = body;
  return (await call("POST", "/user/login/two-factor/api/", { body: { challenge, code } })).status;
}

const left = async () =>
  (await ok("GET", "/user/two-factor/", person.token)).recovery_codes_left as number;

test("ten new ones are shown, and the old ones no longer sign in", async () => {
  const [old = "", used = ""] = enabled.recoveryCodes;
  expect(await signInWith(used)).toBe(200);
  expect(await left()).toBe(9);
  const answer = await renew(codeOf(enabled.secret));
  expect(answer.status).toBe(200);
  const fresh: string[] = answer.body.recovery_codes;
  expect(new Set([...fresh, ...enabled.recoveryCodes]).size).toBe(20);
  expect(await left()).toBe(10);
  expect(await signInWith(old)).toBe(401);
  expect(await signInWith(fresh[0] ?? "")).toBe(200);
  expect(await left()).toBe(9);
  const requestId = answer.headers.get("x-request-id");
  const rows = await adminDb().auditEvent.findMany({ where: { requestId } });
  expect(rows.map(({ action }) => action)).toEqual(["two_factor.recovery_codes_renewed"]);
  expect(JSON.stringify(rows[0]?.data ?? null)).not.toContain(fresh[0]);
});

test("new ones need the password and a code; otherwise the old ones stay", async () => {
  for (const password of ["", "not this one"]) {
    const answer = await renew(codeOf(enabled.secret), password);
    expect(answer.status).toBe(422);
    expect(answer.body.fields).toHaveProperty("current_password");
  }
  const wrong = await renew("000000");
  expect(wrong.status).toBe(422);
  expect(wrong.body.fields).toEqual({ code: "This code is wrong or was already used" });
  expect(await signInWith(enabled.recoveryCodes[0] ?? "")).toBe(200);
});

test("a recovery code is accepted for them, once", async () => {
  const [code = ""] = enabled.recoveryCodes;
  const answers = await Promise.all([renew(code), renew(code)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  expect(await left()).toBe(10);
});

test("guessing codes is throttled", async () => {
  await lengthenWaits();
  for (let i = 0; i < 5; i += 1) expect((await renew("000000")).status).toBe(422);
  expect((await renew(codeOf(enabled.secret))).status).toBe(429);
});

test("there are none without two-factor", async () => {
  await ok("POST", "/user/two-factor/disable/", person.token, {
    current_password: person.password,
    code: codeOf(enabled.secret),
  });
  await forgetLastCode(person.username);
  expect((await renew(codeOf(enabled.secret))).status).toBe(409);
  const { id: userId } = await db("accounts").user.findUniqueOrThrow({
    where: { usernameKey: person.username },
  });
  expect(await db("accounts").recoveryCode.count({ where: { userId } })).toBe(0);
});
