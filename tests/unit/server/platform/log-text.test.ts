import { expect, it } from "vitest";
import { toText } from "@/server/platform/log-text";

it("writes a line for people, with its fields, and an error's stack below it", () => {
  const line = {
    level: "warn",
    time: "2026-11-27T13:45:09.123Z",
    job: "sync",
    tries: 2,
    msg: "slow",
  };
  expect(toText(JSON.stringify(line))).toBe(
    "2026-11-27T13:45:09.123Z WARN  slow job=sync tries=2\n",
  );
  const error = { stack: "Error: no\n    at here", code: "P1001" };
  expect(toText(JSON.stringify({ level: "error", time: "t", msg: "failed", error }))).toBe(
    't ERROR failed\n  Error: no\n      at here\n  {"code":"P1001"}\n',
  );
});
