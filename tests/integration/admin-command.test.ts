import { execFile } from "node:child_process";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { parseCommand } from "@/server/accounts/admin/parse-command";
import { runCommand } from "@/server/accounts/admin/run-command";
import { openMail } from "@/server/mail/queued-mail";
import { adminDb } from "../support/admin-db";
import { codeOf, enableTwoFactor } from "../support/authenticator";
import { Browser } from "../support/browser";
import { bundledProgram } from "../support/bundled-program";
import { call, ok } from "../support/client";
import { signUp, signUpUnproved, type TestCompany } from "../support/company";
import { newPerson, startProviders } from "../support/openid";
import { browser } from "../support/reset";

let person: TestCompany;
let email: string;

beforeEach(async () => {
  await adminDb().throttle.deleteMany();
  person = await signUp();
  email = `${person.username}@example.com`;
});
afterAll(() => adminDb().throttle.deleteMany());

function admin(...args: string[]): Promise<string> {
  const command = parseCommand(args);
  if (!command) throw new Error(`${args.join(" ")} is no command`);
  return runCommand(command);
}

const userRow = (address = email) =>
  adminDb().user.findUniqueOrThrow({ where: { emailKey: address } });
const login = ({ username, password }: TestCompany) =>
  call("POST", "/user/login/api/", { body: { username, password } });
const statusOf = async (token: string) => (await call("GET", "/summary/", { token })).status;

const auditsOf = async (action: string, address = email) =>
  adminDb().auditEvent.findMany({
    where: { action, entity: "user", entityId: String((await userRow(address)).id) },
    select: { userId: true, role: true, data: true },
  });
const byOperator = (data: object = {}) => ({
  userId: null,
  role: null,
  data: { by: "operator", ...data },
});

const DISABLED = {
  status: 401,
  body: {
    code: "account_disabled",
    message: "This account is disabled. Ask the operator of this installation.",
  },
};

describe("a disabled account", () => {
  test("loses its sessions and API tokens, and gets them back neither by password nor by reset", async () => {
    const { token: apiToken } = await ok("POST", "/api-tokens/", person.token, {
      name: "Export",
      role: "viewer",
      expires_in_days: 30,
      current_password: person.password,
    });
    expect(await statusOf(apiToken)).toBe(200);

    const done = await admin("disable", email.toUpperCase());
    expect(done).toContain("1 session ended, 1 API token revoked");
    expect(await statusOf(person.token)).toBe(401);
    expect(await statusOf(apiToken)).toBe(401);
    expect(await auditsOf("account.disabled")).toEqual([byOperator({ sessions_ended: 1 })]);

    expect(await login(person)).toMatchObject(DISABLED);
    // Who doesn't know the password learns nothing.
    const guessed = await login({ ...person, password: "a wrong one" });
    expect(guessed.body).toMatchObject({ code: "unauthenticated" });

    const visitor = browser();
    await visitor.send(email);
    const [mail] = await adminDb().mail.findMany({ orderBy: { createdAt: "desc" }, take: 1 });
    const { text } = await openMail(mail ?? { id: "", sealed: new Uint8Array() });
    await visitor.verify(email, /^\d{6}$/m.exec(text)?.[0] ?? "");
    expect(await visitor.reset(email, "a new pass phrase")).toMatchObject(DISABLED);

    await admin("enable", email);
    expect((await login(person)).status).toBe(200);
    expect(await statusOf(apiToken)).toBe(401);
    expect(await auditsOf("account.enabled")).toEqual([byOperator()]);
  });

  test("is refused at the second step too", async () => {
    const { secret } = await enableTwoFactor(person);
    const { challenge } = (await login(person)).body;
    await admin("disable", email);
    expect(await login(person)).toMatchObject(DISABLED);
    const second = await call("POST", "/user/login/two-factor/api/", {
      body: { challenge, code: codeOf(secret) },
    });
    expect(second.status).toBe(401);
    expect(second.body).not.toHaveProperty("token");
  });

  test("is refused through a sign-in provider, with a sentence of its own", async () => {
    const openId = await startProviders();
    try {
      const { email: address } = newPerson(openId);
      await new Browser().signInWith("oidc");
      await admin("disable", address);
      const back = new Browser();
      const landed = await back.signInWith("oidc");
      expect(landed.searchParams.get("error")).toBe("account_disabled");
      expect(back.cookies.has("deposit-matcher.session")).toBe(false);
    } finally {
      await openId.close();
    }
  });
});

test("a new password is printed once, and ends the sessions", async () => {
  const out = await admin("reset-password", email);
  const [, password = ""] = /shown once: (\S+)/.exec(out) ?? [];
  expect(await statusOf(person.token)).toBe(401);
  expect((await login(person)).status).toBe(401);
  expect((await login({ ...person, password })).status).toBe(200);
  expect(await auditsOf("account.password_reset")).toEqual([byOperator({ sessions_ended: 1 })]);
});

test("a lost second factor is removed: the password alone signs in", async () => {
  await enableTwoFactor(person);
  await admin("two-factor-off", email);
  expect((await login(person)).status).toBe(200);
  expect(await auditsOf("two_factor.disabled")).toEqual([byOperator()]);
});

test("sessions end for one account, or for everyone", async () => {
  const other = await signUp();
  await admin("end-sessions", email);
  expect(await statusOf(person.token)).toBe(401);
  expect(await statusOf(other.token)).toBe(200);
  await admin("end-sessions", "--all");
  expect(await statusOf(other.token)).toBe(401);
  expect(await auditsOf("sessions.ended")).toHaveLength(1);
});

test("an address is confirmed without its mail", async () => {
  const { username } = await signUpUnproved();
  const address = `${username}@example.com`;
  await admin("confirm-email", address);
  expect((await userRow(address)).emailVerifiedAt).not.toBeNull();
  expect(await auditsOf("email.confirmed", address)).toEqual([byOperator()]);
});

test("lists name accounts and companies without a secret, and no text of a user moves the cursor", async () => {
  const { id, passwordHash } = await userRow();
  await adminDb().company.updateMany({
    where: { memberships: { some: { userId: id } } },
    data: { name: "Sharp\u001b[2K & Sons" },
  });
  await admin("disable", email);
  const users = await admin("users");
  const line = users.split("\n").find((each) => each.startsWith(email));
  expect(line).toMatch(/Sharp\[2K & Sons \(owner\).*off +confirmed +disabled since 20/);
  expect(users).not.toContain(passwordHash);
  const companies = await admin("companies");
  expect(companies).toMatch(`${email} (disabled)`);
});

/** As the operator runs it, in a process of its own. */
function run(...args: string[]): Promise<{ code: unknown; out: string; errors: string }> {
  const program = bundledProgram("server/accounts/admin/main.ts");
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], (error, out, errors) => {
      resolve({ code: error?.code ?? 0, out, errors });
    });
  });
}

test("the program prints its result, and says by its exit code what didn't work", async () => {
  const [usage, missing, done] = await Promise.all([
    run("disable", email, "--force"),
    run("disable", "stranger@example.com"),
    run("confirm-email", email),
  ]);
  expect(usage).toMatchObject({ code: 2, out: "", errors: expect.stringMatching(/^Usage: /) });
  const errors = "There is no account with the address stranger@example.com.\n";
  expect(missing).toEqual({ code: 1, out: "", errors });
  expect(done).toEqual({ code: 0, out: `${email} is confirmed already.\n`, errors: "" });
  expect((await userRow()).disabledAt).toBeNull();
});
