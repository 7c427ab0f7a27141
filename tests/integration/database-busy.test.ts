import { EventEmitter, once } from "node:events";
import { expect, test } from "vitest";
import { db } from "@/server/platform/db";
import { adminDb } from "../support/admin-db";
import { call } from "../support/client";
import { signUp } from "../support/company";

test("when no connection is free in time, the answer says when to retry", async () => {
  const { token } = await signUp();
  const over = new EventEmitter();
  const hold = () => db("jobs").$transaction(() => once(over, "over"), { timeout: 900_000 });
  // As many as the pool has: one more would wait for itself.
  const holding = Array.from({ length: 8 }, hold);
  try {
    const answer = await call("POST", "/notifications/read/", { token, body: { all: true } });
    expect([answer.status, answer.body]).toEqual([
      503,
      {
        code: "unavailable",
        message: "The server is busy. Please try again in a few seconds.",
        request_id: expect.any(String),
      },
    ]);
    expect(answer.headers.get("Retry-After")).toBe("5");
  } finally {
    over.emit("over");
    await Promise.all(holding);
    await adminDb().$disconnect();
  }
  expect((await call("GET", "/summary/", { token })).status).toBe(200);
});
