import { expect, test } from "vitest";
import { NOTHING_TYPED, nextNamed, typeLetter } from "@/components/ui/choice";

const roles = ["Owner", "Admin", "Bookkeeper", "Viewer"].map((label) => ({
  label,
  value: label.toLowerCase(),
}));

/** The values that are chosen while the keys are typed, one a tenth of a second. */
function chosenBy(keys: string, from: string, options = roles): string[] {
  let typed = NOTHING_TYPED;
  let value = from;
  const chosen: string[] = [];
  for (const [index, key] of [...keys].entries()) {
    typed = typeLetter(typed, key, index * 100);
    const named = nextNamed(options, value, typed.text);
    if (!named) continue;
    value = named.value;
    chosen.push(value);
  }
  return chosen;
}

test("letters in a row are one name: Bookkeeper does not go on to Owner", () => {
  expect(chosenBy("Bookkeeper", "viewer")).toEqual(["bookkeeper"]);
  expect(chosenBy("bookkeeper", "owner")).toEqual(["bookkeeper"]);
  expect(chosenBy("x", "owner")).toEqual([]);
  expect(chosenBy("ax", "owner")).toEqual(["admin"]);
});

test("one letter, also repeated, goes through the options that begin with it", () => {
  const sizes = ["10", "25", "100"].map((label) => ({ label, value: label }));
  expect(chosenBy("1", "10", sizes)).toEqual(["100"]);
  expect(chosenBy("111", "25", sizes)).toEqual(["100", "10", "100"]);
  expect(chosenBy("100", "25", sizes)).toEqual(["100"]);
  expect(chosenBy("v", "viewer")).toEqual([]);
});

test("after a pause a new name begins", () => {
  const typed = typeLetter(typeLetter(NOTHING_TYPED, "b", 0), "o", 1_000);
  expect(typed.text).toBe("bo");
  expect(typeLetter(typed, "o", 2_001).text).toBe("o");
});
