import { expect, it } from "vitest";
import { isDiskFull } from "@/scripts/lib/disk-full.mjs";

it.each([
  ["Node's own", Object.assign(new Error("write"), { code: "ENOSPC" })],
  ["a quota", Object.assign(new Error("write"), { code: "EDQUOT" })],
  ["PostgreSQL's", Object.assign(new Error("could not extend file"), { code: "53100" })],
  [
    "what caused another",
    new Error("Migration 1 failed", { cause: Object.assign(new Error(""), { code: "53100" }) }),
  ],
  [
    "PostgreSQL's last words",
    new Error('could not write lock file "postmaster.pid": No space left on device'),
  ],
])("knows a full disk: %s", (_, error) => {
  expect(isDiskFull(error)).toBe(true);
});

it.each([[new Error("Port 3000 is taken")], ["No space left on device"], [undefined]])(
  "takes nothing else for one: %s",
  (error) => {
    expect(isDiskFull(error)).toBe(false);
  },
);
