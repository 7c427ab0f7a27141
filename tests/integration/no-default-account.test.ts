import { expect, test } from "vitest";
import { adminDb } from "../support/admin-db";
import { call } from "../support/client";

test("a fresh installation has no account, and refuses every sign-in", async () => {
  for (const [username, password] of [
    ["admin", "admin123"],
    ["admin", "password"],
    ["demo", "demo1234"],
  ]) {
    const answer = await call("POST", "/user/login/api/", { body: { username, password } });
    expect(answer.status).toBe(401);
    expect(answer.body).not.toHaveProperty("token");
  }
  expect(await adminDb().user.count()).toBe(0);
  expect(await adminDb().session.count()).toBe(0);
});
