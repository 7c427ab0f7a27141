import { expect, test } from "vitest";
import { storedId } from "@/lib/payout-files/identified";

test("an id that no other text contains is kept, whichever processor it is of", () => {
  for (const id of ["148156579998", "po_1Nabcdefgh2", "3f9ab2c4d1e05f6a7b8c9d0e1f2a"]) {
    expect(storedId("terminal", id)).toBe(id);
  }
});

test("a short one, a day or one with other signs gets an ending of its processor's own", () => {
  for (const id of ["7", "D1", "2026-03-05", "PO.123/45", "Auszahlung Nr. 12"]) {
    const stored = storedId("terminal", id);
    expect(stored).toMatch(/^[\w-]+-[0-9a-f]{10}$/);
    expect(storedId("terminal", id)).toBe(stored);
    expect(storedId("outlet", id)).not.toBe(stored);
  }
  expect(storedId("terminal", "1/2")).not.toBe(storedId("terminal", "1.2"));
});
