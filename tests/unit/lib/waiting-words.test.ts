import { expect, test } from "vitest";
import { waitingWords } from "@/lib/waiting-words";

const group = (count: number, waits_for: string) => ({ count, waits_for });

test("what deposits wait for is said once each, with how many there are", () => {
  const books = "the books to reopen";
  expect(waitingWords([group(14, books), group(2, books), group(1, "a clearing account")])).toBe(
    "16 wait for the books to reopen, 1 for a clearing account",
  );
  expect(waitingWords([group(1, "a EUR bank account")])).toBe("1 waits for a EUR bank account");
  expect(waitingWords([])).toBe("");
});
