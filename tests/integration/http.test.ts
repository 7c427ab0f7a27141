import { beforeAll, describe, expect, test } from "vitest";
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
