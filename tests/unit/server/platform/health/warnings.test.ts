import { expect, it } from "vitest";
import { describeDisk } from "@/server/platform/disk";
import { parseEnv } from "@/server/platform/env";
import { addressWarning, describeSkew } from "@/server/platform/health/installation-warnings";

const GB = 1e9;

it("warns of a disk that fills up, and says when it is full", () => {
  const of = (freeBytes: number, totalBytes: number) =>
    describeDisk({ freeBytes, totalBytes }, false);
  expect(of(6 * GB, 100 * GB)).toBeUndefined();
  expect(of(4 * GB, 100 * GB)).toBe("The disk of DATA_DIR has 4.0 GB left (4 %).");
  expect(of(0.9 * GB, 10 * GB)).toBe("The disk of DATA_DIR has 0.9 GB left (9 %).");
  expect(of(0.01 * GB, 10 * GB)).toMatch(/^The disk is full: nothing can be saved/);
  expect(describeDisk(undefined, false)).toBeUndefined();
  expect(describeDisk(undefined, true)).toMatch(/^The disk is full/);
});

it("warns of an address that sends passwords in the clear", () => {
  const at = (APP_URL: string) => parseEnv({ ...process.env, APP_URL });
  for (const fine of ["https://books.example", "http://localhost:3000", "http://127.0.0.1"]) {
    expect(addressWarning(at(fine))).toBeUndefined();
  }
  for (const open of [
    "http://books.example",
    "http://192.168.1.5:3000",
    "http://localhost.evil.test",
  ]) {
    expect(addressWarning(at(open))).toContain(`APP_URL is ${open}: passwords and tokens`);
  }
});

it("warns of a clock that differs from the database's by more than half a minute", () => {
  expect(describeSkew(29_000, "the database's")).toBeUndefined();
  expect(describeSkew(45_000, "the database's")).toBe(
    "This machine's clock is 45 seconds ahead of the database's: codes of two-factor sign-in will fail. Set the clocks by NTP.",
  );
  expect(describeSkew(-3 * 3_600_000, "the database's")).toMatch(/is 180 minutes behind the data/);
});
