import { hash, verify } from "@node-rs/argon2";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { call } from "../support/client";
import { signUp, type TestCompany } from "../support/company";
import { browser } from "../support/reset";
import { takeStatements } from "../support/sent-statements";

// Observes the libraries themselves: argon2 and PostgreSQL take the time (sent-statements.ts).
vi.mock("@node-rs/argon2", { spy: true });

let person: TestCompany;

beforeEach(async () => {
  person = await signUp();
});
afterEach(() => {
  vi.clearAllMocks();
});

/** The work of a request: its statements in order, and the parameters of every hash. */
async function workOf(request: () => Promise<{ status: number }>) {
  vi.clearAllMocks();
  takeStatements();
  const { status } = await request();
  return {
    status,
    sql: takeStatements(),
    hashed: vi.mocked(hash).mock.calls.length,
    verified: vi.mocked(verify).mock.calls.map(([stored]) => parametersOf(String(stored))),
  };
}

const parametersOf = (stored: string) => stored.split("$").slice(1, 4).join(" ");

const unknownName = () => `nobody-${person.username}`;

test("a sign-in with a wrong password costs the same with and without an account", async () => {
  const login = (username: string) => () =>
    call("POST", "/user/login/api/", { body: { username, password: "not this one" } });
  const known = await workOf(login(person.username));
  const unknown = await workOf(login(unknownName()));
  expect(known.status).toBe(401);
  expect(known.verified).toEqual(["argon2id v=19 m=19456,t=2,p=1"]);
  expect(known.sql.some((text) => text.includes("users"))).toBe(true);
  expect(unknown).toEqual(known);
});

test("so it does in a browser that has signed in to another account", async () => {
  const other = await signUp();
  const elsewhere = browser();
  await elsewhere.login(other.username, other.password);
  const known = await workOf(() => elsewhere.login(person.username, "not this one"));
  const unknown = await workOf(() => elsewhere.login(unknownName(), "not this one"));
  expect(known.status).toBe(401);
  expect(unknown).toEqual(known);
});

test("a reset code costs the same: rows, a sealed mail, and a job", async () => {
  const send = (name: string) => () =>
    call("POST", "/user/send-otp/api/", { body: { email: `${name}@example.com` } });
  // The first caller starts the queue.
  await send(`first-${person.username}`)();
  const known = await workOf(send(person.username));
  const unknown = await workOf(send(unknownName()));
  expect(known.status).toBe(200);
  for (const table of ["reset_codes", "mails", "pgboss.job"]) {
    expect(
      known.sql.some((text) => text.includes(table) && /insert/i.test(text)),
      table,
    ).toBe(true);
  }
  expect(unknown).toEqual(known);
});

test("a wrong reset code costs the same", async () => {
  const verifyCode = async (name: string) => {
    const asking = browser();
    await asking.send(`${name}@example.com`);
    return workOf(() => asking.verify(`${name}@example.com`, "000000"));
  };
  const known = await verifyCode(person.username);
  const unknown = await verifyCode(unknownName());
  expect(known.status).toBe(422);
  expect(known.sql.some((text) => text.includes("reset_codes"))).toBe(true);
  expect(unknown).toEqual(known);
});
