import { beforeEach, describe, expect, test } from "vitest";
import { db } from "@/server/platform/db";
import { codeOf, enableTwoFactor, forgetLastCode } from "../support/authenticator";
import { call, ok } from "../support/client";
import { signUp, type TestCompany } from "../support/company";
import { lengthenWaits } from "../support/throttles";

let person: TestCompany;

beforeEach(async () => {
  person = await signUp();
});

const LOGIN = "/user/login/api/";
const SECOND = "/user/login/two-factor/api/";

const firstStep = () =>
  call("POST", LOGIN, { body: { username: person.username, password: person.password } });

async function challenge(): Promise<string> {
  const answer = await firstStep();
  expect(answer.status).toBe(401);
  expect(answer.body).toMatchObject({
    code: "two_factor_required",
    message: expect.any(String),
    challenge: expect.stringMatching(/^[\w-]{43}$/),
  });
  return answer.body.challenge;
}

const secondStep = (value: string, code: string) =>
  call("POST", SECOND, { body: { challenge: value, code } });

const userRow = () =>
  db("accounts").user.findUniqueOrThrow({ where: { usernameKey: person.username } });

describe("turning it on", () => {
  test("an account without it signs in as documented, and reports it as off", async () => {
    expect(await ok("GET", "/user/two-factor/", person.token)).toEqual({
      enabled: false,
      recovery_codes_left: 0,
    });
    const answer = await firstStep();
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body).sort()).toEqual(["message", "token", "user"]);
  });

  test("the secret is shown as text, address and QR code, stored sealed, and not active yet", async () => {
    const begun = await ok("POST", "/user/two-factor/begin/", person.token, {
      current_password: person.password,
    });
    const url = new URL(begun.otpauth_url);
    expect(url.protocol).toBe("otpauth:");
    expect(url.searchParams.get("secret")).toBe(begun.secret);
    expect(url.searchParams.get("issuer")).toBe("Deposit Matcher");
    expect(begun.qr_code).toMatch(/^data:image\/svg\+xml;base64,/);
    const { totpSecret } = await userRow();
    expect(Buffer.from(totpSecret ?? []).toString("latin1")).not.toContain(begun.secret);
    expect((await firstStep()).status).toBe(200);
  });

  test("it needs the password", async () => {
    for (const current_password of [undefined, "", "not this one"]) {
      const answer = await call("POST", "/user/two-factor/begin/", {
        token: person.token,
        body: { current_password },
      });
      expect(answer.status).toBe(422);
      expect(answer.body.fields).toHaveProperty("current_password");
    }
    expect((await userRow()).totpSecret).toBeNull();
  });

  test("a wrong code does not turn it on; the right one does, with ten recovery codes", async () => {
    const { secret } = await ok("POST", "/user/two-factor/begin/", person.token, {
      current_password: person.password,
    });
    const confirm = (code: string) =>
      call("POST", "/user/two-factor/confirm/", { token: person.token, body: { code } });
    const wrong = await confirm(codeOf(secret, 40));
    expect(wrong.status).toBe(422);
    expect((await firstStep()).status).toBe(200);

    const right = await confirm(codeOf(secret));
    expect(right.status).toBe(200);
    expect(new Set(right.body.recovery_codes).size).toBe(10);
    expect(await ok("GET", "/user/two-factor/", person.token)).toEqual({
      enabled: true,
      recovery_codes_left: 10,
    });
    const kept = await db("accounts").recoveryCode.findMany();
    for (const code of right.body.recovery_codes) {
      // 24 characters of 5 bits: infeasible to search, even with a fast hash.
      expect(code).toMatch(/^[0-9a-z]{4}(-[0-9a-z]{4}){5}$/);
      expect(kept.some(({ codeHash }) => Buffer.from(codeHash).includes(code))).toBe(false);
    }
    expect((await confirm(codeOf(secret))).status).toBe(409);
    expect(
      (
        await call("POST", "/user/two-factor/begin/", {
          token: person.token,
          body: { current_password: person.password },
        })
      ).status,
    ).toBe(409);
  });

  test("the confirming code does not also sign in", async () => {
    const { secret } = await ok("POST", "/user/two-factor/begin/", person.token, {
      current_password: person.password,
    });
    const code = codeOf(secret);
    await ok("POST", "/user/two-factor/confirm/", person.token, { code });
    expect((await secondStep(await challenge(), code)).status).toBe(401);
  });
});

describe("signing in with it", () => {
  test("password and code return the ordinary sign-in answer", async () => {
    const { secret } = await enableTwoFactor(person);
    const answer = await secondStep(await challenge(), codeOf(secret));
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      token: expect.stringMatching(/^TOKEN /),
      user: { username: person.username },
      message: "Logged in successfully!",
    });
    await ok("GET", "/user/profile/", answer.body.token);
  });

  test("the first step alone opens nothing: its challenge is not a token, and stored as a hash", async () => {
    await enableTwoFactor(person);
    const value = await challenge();
    expect((await call("GET", "/user/profile/", { token: value })).status).toBe(401);
    const [row] = await db("accounts").signInChallenge.findMany({
      where: { userId: (await userRow()).id },
    });
    expect(Buffer.from(row?.tokenHash ?? []).toString("latin1")).not.toContain(value);
  });

  test("a wrong password gets no challenge", async () => {
    await enableTwoFactor(person);
    const answer = await call("POST", LOGIN, {
      body: { username: person.username, password: "not this one" },
    });
    expect(answer.status).toBe(401);
    expect(answer.body.code).toBe("unauthenticated");
    expect(answer.body).not.toHaveProperty("challenge");
  });

  test("a code works once, even when sent twice at the same moment", async () => {
    const { secret } = await enableTwoFactor(person);
    const [first, second] = [await challenge(), await challenge()];
    const code = codeOf(secret);
    const answers = await Promise.all([secondStep(first, code), secondStep(second, code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await secondStep(await challenge(), code)).status).toBe(401);
  });

  test("a code older than the last one is refused", async () => {
    const { secret } = await enableTwoFactor(person);
    const previous = codeOf(secret, -1);
    expect((await secondStep(await challenge(), codeOf(secret))).status).toBe(200);
    expect((await secondStep(await challenge(), previous)).status).toBe(401);
  });

  test("a challenge works once", async () => {
    const { secret } = await enableTwoFactor(person);
    const value = await challenge();
    expect((await secondStep(value, codeOf(secret))).status).toBe(200);
    await forgetLastCode(person.username);
    expect((await secondStep(value, codeOf(secret))).status).toBe(401);
  });

  test("a challenge allows five attempts", async () => {
    const { secret } = await enableTwoFactor(person);
    const value = await challenge();
    await db("accounts").signInChallenge.updateMany({ data: { attempts: 4 } });
    expect((await secondStep(value, "000000")).status).toBe(401);
    expect((await secondStep(value, codeOf(secret))).status).toBe(401);
    expect((await secondStep(await challenge(), codeOf(secret))).status).toBe(200);
  });

  test("a challenge expires after ten minutes", async () => {
    const { secret } = await enableTwoFactor(person);
    const value = await challenge();
    const [row] = await db("accounts").signInChallenge.findMany({
      where: { userId: (await userRow()).id },
    });
    const lifetime = (row?.expiresAt.getTime() ?? 0) - (row?.createdAt.getTime() ?? 0);
    expect(Math.round(lifetime / 1_000)).toBe(600);
    await db("accounts").signInChallenge.updateMany({ data: { expiresAt: new Date() } });
    expect((await secondStep(value, codeOf(secret))).status).toBe(401);
  });

  test("guessing is throttled for the account, over all challenges", async () => {
    await lengthenWaits();
    const { secret } = await enableTwoFactor(person);
    const statuses: number[] = [];
    for (let i = 0; i < 6; i += 1) {
      statuses.push((await secondStep(await challenge(), "000000")).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    const right = await secondStep(await challenge(), codeOf(secret));
    expect(right.status).toBe(429);
    expect(Number(right.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("a changed password ends a sign-in that waits for its second step", async () => {
    const { secret } = await enableTwoFactor(person);
    const value = await challenge();
    await ok("POST", "/user/change-password/api/", person.token, {
      current_password: person.password,
      new_password: "another secret",
      confirm_password: "another secret",
    });
    expect((await secondStep(value, codeOf(secret))).status).toBe(401);
  });

  test("another account's code is refused", async () => {
    await enableTwoFactor(person);
    const stranger = await signUp();
    const theirs = await enableTwoFactor(stranger);
    expect((await secondStep(await challenge(), codeOf(theirs.secret))).status).toBe(401);
    const [code = ""] = theirs.recoveryCodes;
    expect((await secondStep(await challenge(), code)).status).toBe(401);
  });
});

describe("recovery codes", () => {
  test("each signs in once, in any spelling, and is counted down", async () => {
    const { recoveryCodes } = await enableTwoFactor(person);
    const [first = "", second = ""] = recoveryCodes;
    expect((await secondStep(await challenge(), first)).status).toBe(200);
    expect((await secondStep(await challenge(), first)).status).toBe(401);
    const typed = ` ${second.toUpperCase().replaceAll("-", " ")} `;
    expect((await secondStep(await challenge(), typed)).status).toBe(200);
    expect((await ok("GET", "/user/two-factor/", person.token)).recovery_codes_left).toBe(8);
  });

  test("one sent twice at the same moment counts once", async () => {
    const { recoveryCodes } = await enableTwoFactor(person);
    const [code = ""] = recoveryCodes;
    const [first, second] = [await challenge(), await challenge()];
    const answers = await Promise.all([secondStep(first, code), secondStep(second, code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });
});

describe("turning it off", () => {
  const disable = (current_password: string, code: string) =>
    call("POST", "/user/two-factor/disable/", {
      token: person.token,
      body: { current_password, code },
    });

  test("needs the password and a code; sign-in then asks only for the password", async () => {
    const { secret } = await enableTwoFactor(person);
    expect((await disable("not this one", codeOf(secret))).status).toBe(422);
    expect((await disable(person.password, "000000")).status).toBe(422);
    expect((await ok("GET", "/user/two-factor/", person.token)).enabled).toBe(true);
    expect((await disable(person.password, codeOf(secret))).status).toBe(200);
    expect((await firstStep()).status).toBe(200);
    const row = await userRow();
    expect([row.totpSecret, row.totpConfirmedAt, row.totpLastStep]).toEqual([null, null, null]);
    expect((await disable(person.password, codeOf(secret))).status).toBe(409);
  });

  test("a recovery code is accepted too", async () => {
    const { recoveryCodes } = await enableTwoFactor(person);
    expect((await disable(person.password, recoveryCodes[0] ?? "")).status).toBe(200);
    expect(await ok("GET", "/user/two-factor/", person.token)).toEqual({
      enabled: false,
      recovery_codes_left: 0,
    });
  });
});
