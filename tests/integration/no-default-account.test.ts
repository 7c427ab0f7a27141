import { afterAll, expect, test } from "vitest";
import { closeDb } from "@/server/db";
import { call } from "../setup/client";
import { everything } from "../setup/everything";

afterAll(closeDb);

test("a fresh installation has nobody in it, and lets nobody in", async () => {
  for (const [username, password] of [
    ["admin", "admin123"],
    ["admin", "password"],
    ["demo", "demo1234"],
  ]) {
    const answer = await call("POST", "/user/login/api/", { body: { username, password } });
    expect(answer.status).toBe(401);
    expect(answer.body).not.toHaveProperty("token");
  }
  expect(await everything().user.count()).toBe(0);
  expect(await everything().session.count()).toBe(0);
});
