import { expect, test } from "vitest";
import { displayName } from "@/components/session/use-user";

test.each([
  ["Ada", "Lovelace", "Ada Lovelace"],
  ["Ada", "", "Ada"],
  ["", "Lovelace", "Lovelace"],
  ["", "", "ada1815"],
])("%s %s", (first_name, last_name, name) => {
  expect(displayName({ username: "ada1815", first_name, last_name })).toBe(name);
});
