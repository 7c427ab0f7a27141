import { expect, it } from "vitest";
import { readRowId } from "@/lib/constants/row-id";
import { rowId } from "@/lib/contracts/common";

it.each([
  ["1", 1],
  ["0012", 12],
  ["2147483647", 2_147_483_647],
  ["2147483648", null],
  ["00000000001", null],
  ["0", null],
  ["-1", null],
  ["1.0", null],
  ["1e2", null],
  [" 1", null],
  ["1\n", null],
  ["", null],
])("%j in an address is %s, as for the endpoints", (text, id) => {
  expect(readRowId(text)).toBe(id);
  expect(rowId.safeParse(text).data ?? null).toBe(id);
});

it("nothing is no id", () => {
  expect(readRowId(null)).toBeNull();
});
