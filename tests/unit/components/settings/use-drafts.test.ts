import { expect, test } from "vitest";
import { countChanges } from "@/components/settings/use-drafts";

const STORED = { class_id: "1", memo: "", customer: { Id: "7", Name: "Ada" } };

test("each field that differs from what is stored is a change", () => {
  expect(countChanges({ ...STORED, customer: { Id: "7", Name: "Ada" } }, STORED)).toBe(0);
  expect(countChanges({ ...STORED, memo: "Sold online" }, STORED)).toBe(1);
  expect(countChanges({ ...STORED, class_id: null, customer: null }, STORED)).toBe(2);
});

test("of what isn't stored any more everything is a change", () => {
  expect(countChanges(STORED)).toBe(3);
});
