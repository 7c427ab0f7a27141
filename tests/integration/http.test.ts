import { beforeAll, describe, expect, test } from "vitest";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { signUp, type TestCompany } from "../support/company";

let company: TestCompany;

beforeAll(async () => {
  company = await signUp();
});

describe("signing up and in", () => {
  test("a new account signs in with its username, in any case, or its address", async () => {
    const { username, password } = company;
    for (const name of [username, username.toUpperCase(), `${username}@example.com`]) {
      const answer = await ok("POST", "/user/login/api/", undefined, { username: name, password });
      expect(answer.user).toMatchObject({ username, email: `${username}@example.com` });
      await ok("GET", "/summary/", answer.token);
    }
  });

  test("a wrong password and an unknown account get the same answer", async () => {
    const attempt = (username: string) =>
      call("POST", "/user/login/api/", { body: { username, password: "not this one" } });
    const [wrong, unknown] = [await attempt(company.username), await attempt("nobody-at-all")];
    expect(wrong.status).toBe(401);
    expect(wrong.body.message).toBe("Invalid username or password");
    expect({ ...unknown.body, request_id: "" }).toEqual({ ...wrong.body, request_id: "" });
  });

  test("a taken username or address is refused", async () => {
    const { username, password } = company;
    const twice = await call("POST", "/user/create/api/", {
      body: {
        username: username.toUpperCase(),
        email: "other@example.com",
        password,
        password_confirm: password,
      },
    });
    expect(twice.status).toBe(409);
  });

  test("a name is taken in all that look like it, and signs in however it is typed", async () => {
    const { username, password } = company;
    const wide = username.replace(/[a-z]/g, (letter) =>
      String.fromCodePoint(0xff21 + 32 + letter.charCodeAt(0) - 97),
    );
    const create = (name: string, email: string) =>
      call("POST", "/user/create/api/", {
        body: { username: name, email, password, password_confirm: password },
      });
    expect((await create(wide, "wide@example.com")).status).toBe(409);
    expect((await create(`\u200b${username}`, "zero@example.com")).status).toBe(400);
    expect((await create(`${username}＠example.com`, "at@example.com")).status).toBe(422);
    const typed = await ok("POST", "/user/login/api/", undefined, { username: wide, password });
    expect(typed.user.username).toBe(username);
  });

  test("an account from before names had one spelling signs in with its own, and nobody for it", async () => {
    const [plain, old] = [await signUp(), await signUp()];
    const legacy = `${plain.username.slice(0, 3)}\u200b${plain.username.slice(3)}`;
    await adminDb().user.update({
      where: { usernameKey: old.username },
      data: { username: legacy, usernameKey: legacy },
    });
    const signIn = (username: string, password: string) =>
      call("POST", "/user/login/api/", { body: { username, password } });
    expect((await signIn(legacy, old.password)).body.user.username).toBe(legacy);
    expect((await signIn(plain.username, plain.password)).body.user.username).toBe(plain.username);
    expect((await signIn(legacy, plain.password)).status).toBe(401);
    expect((await signIn(plain.username, old.password)).status).toBe(401);
    // Its spellings share their tries: another one is no further guess.
    const spellings = ["\u00ad", "\u2060", "\ufeff", "\u200c", "\u180e", "\u200d"];
    const name = company.username;
    let last = 0;
    for (const sign of spellings)
      last = (await signIn(name.slice(0, 2) + sign + name.slice(2), "x-wrong")).status;
    expect(last).toBe(429);
  });

  test("another account's address can't be a username", async () => {
    const answer = await call("POST", "/user/create/api/", {
      body: {
        username: `${company.username}@example.com`,
        email: "thief@example.com",
        password: "secret1",
        password_confirm: "secret1",
      },
    });
    expect(answer.status).toBe(422);
    expect(answer.body.fields).toHaveProperty("username");
  });

  test("the server checks the documented rules too, with the documented messages", async () => {
    const answer = await call("POST", "/user/create/api/", {
      body: { username: "a", email: "no", password: "12345", password_confirm: "other" },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toMatchObject({
      username: "Username must be at least 2 characters",
      email: "Please enter a valid email address",
      password: "Password must be at least 6 characters",
    });
  });

  test("a token works with the prefix, without it, and with it twice", async () => {
    const bare = company.token.replace("TOKEN ", "");
    for (const token of [company.token, bare, `TOKEN ${company.token}`]) {
      await ok("GET", "/summary/", token);
    }
  });
});

describe("bad requests", () => {
  const path = "/qb/auto-match/";
  const headers = () => ({ authorization: company.token, "content-type": "application/json" });

  test.each([
    ["a word", { deposit_id: "twelve" }],
    ["a truth value", { deposit_id: true }],
    ["nothing", { deposit_id: null }],
    ["an array", { deposit_id: [1] }],
    ["too large a number", { deposit_id: 2 ** 31 }],
    ["a fraction", { deposit_id: 1.5 }],
    ["no field at all", {}],
  ])("%s for a row's id is a 400 that names the field", async (_name, body) => {
    const answer = await call("POST", path, { token: company.token, body });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: "invalid_input" });
    expect(answer.body.fields).toHaveProperty("deposit_id");
  });

  test.each([1e21, -1e300, "99999999999999"])("%s is not an amount of money", async (amount) => {
    const answer = await call("POST", "/qb/match-transaction/", {
      token: company.token,
      body: {
        stripe_transaction_ids: ["1"],
        stripe_transaction_amount: amount,
        quickbooks_transaction_ids: ["1"],
        quickbooks_transaction_amount: 1,
      },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toHaveProperty("stripe_transaction_amount");
  });

  test("broken JSON, another type and a huge body get different errors", async () => {
    const { POST } = await import("@/app/api/[[...path]]/route");
    const send = (body: string, type = "application/json") =>
      POST(
        new Request(`http://localhost:3000/api${path}`, {
          method: "POST",
          headers: { ...headers(), "content-type": type },
          body,
        }),
      );
    const answers = [
      await send("{"),
      await send("deposit_id=1", "application/x-www-form-urlencoded"),
      await send(`{"deposit_id":1,"more":"${"x".repeat(1_100_000)}"}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 415, 413]);
    for (const answer of answers) {
      expect(await answer.json()).toMatchObject({
        message: expect.any(String),
        code: expect.any(String),
        request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
    }
  });
});
