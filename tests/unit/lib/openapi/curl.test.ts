import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { curlOf } from "@/lib/openapi/curl";
import type { Operation } from "@/lib/openapi/reader";

const operation: Operation = {
  name: "addNote",
  method: "POST",
  path: "/notes/",
  summary: "",
  description: "",
  tag: "",
  role: "bookkeeper",
  apiTokens: true,
  parameters: [
    { name: "line_id", in: "query", required: true, schema: { $ref: "#/RowId" } },
    { name: "page", in: "query", schema: { type: "integer" } },
  ],
  body: { schema: {}, example: { note: "it's $5" } },
  answers: [],
  headers: [],
  problems: [],
};

/** What a shell passes to curl. */
function words(call: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\nTOKEN=secret\n${call}`;
  return execFileSync("sh", ["-c", script], { encoding: "utf8" }).split("\0").slice(0, -1);
}

test("an example call survives the shell, with what is required and the token", () => {
  const [, method, address, , token, , type, , body = ""] = words(
    curlOf(operation, "https://a.example/api"),
  );
  expect([method, address]).toEqual(["POST", "https://a.example/api/notes/?line_id=1042"]);
  expect([token, type]).toEqual(["Authorization: Bearer secret", "Content-Type: application/json"]);
  expect(JSON.parse(body)).toEqual({ note: "it's $5" });
});

test("a body of several lines is indented below its option", () => {
  const example = { notes: ["it's $5".repeat(20)] };
  const call = curlOf({ ...operation, body: { schema: {}, example } }, "");
  expect(call).toMatch(/\n {2}-d '\{\n {4}"notes": \[\n {6}".*\n {4}\]\n {2}\}'$/);
  expect(JSON.parse(words(call).at(-1) ?? "")).toEqual(example);
});

test("sessions send their token as it is, and public calls none", () => {
  const signedIn = curlOf({ ...operation, apiTokens: false }, "");
  expect(words(signedIn)).toContain("Authorization: secret");
  expect(curlOf({ ...operation, role: "anyone" }, "")).not.toContain("Authorization");
});
