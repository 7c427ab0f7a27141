import { expect, test } from "vitest";
import { parseCommand } from "@/server/accounts/admin/parse-command";

test.each([
  ["users", { name: "users" }],
  ["disable Ada@example.com", { name: "disable", email: "Ada@example.com" }],
  ["end-sessions ada@example.com", { name: "end-sessions", email: "ada@example.com" }],
  ["end-sessions --all", { name: "end-sessions" }],
])("%s is a command", (line, command) => {
  expect(parseCommand(line.split(" "))).toEqual(command);
});

test.each([
  "",
  "disabel ada@example.com",
  "toString ada@example.com",
  "disable",
  "disable --all",
  "disable ada",
  "disable --force@example.com",
  "disable ada@example.com eve@example.com",
  "users ada@example.com",
  "users --all",
  "end-sessions",
])("%j is none, so nothing is done", (line) => {
  expect(parseCommand(line === "" ? [] : line.split(" "))).toBeUndefined();
});
