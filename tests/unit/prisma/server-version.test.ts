import { expect, test } from "vitest";
import { whyTooOld } from "@/prisma/server-version";

test("a server before PostgreSQL 15 is refused in a sentence", () => {
  expect(whyTooOld("14.11 (Debian 14.11-1)", 140_011)).toBe(
    "The database server is PostgreSQL 14.11 (Debian 14.11-1), and Deposit Matcher needs 15 or later.",
  );
  expect(whyTooOld("15.0", 150_000)).toBeUndefined();
});
