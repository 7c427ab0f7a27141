import { describe, expect, it } from "vitest";
import { problem } from "@/lib/contracts/common";
import { readProblem } from "@/lib/problem";

const plain = { message: "Not now.", code: "not_waiting", request_id: "req-1" };

describe("an error answer", () => {
  it.each([
    plain,
    { ...plain, message: "" },
    { ...plain, fields: {} },
    { ...plain, fields: { email: "Taken", name: "" } },
    { ...plain, challenge: "c-1" },
    { ...plain, fields: { code: "Wrong" }, challenge: "" },
  ])("is read by its contract: %j", (answer) => {
    expect(readProblem(answer)).toEqual(answer);
    expect(problem.parse(answer)).toEqual(answer);
  });

  it("drops unknown fields", () => {
    expect(readProblem({ ...plain, stack: "at" })).toEqual(plain);
  });

  it.each([
    undefined,
    null,
    "Bad Gateway",
    502,
    true,
    [],
    [plain],
    {},
    { ...plain, message: undefined },
    { ...plain, message: 1 },
    { ...plain, code: null },
    { ...plain, request_id: {} },
    { ...plain, fields: null },
    { ...plain, fields: ["Taken"] },
    { ...plain, fields: "Taken" },
    { ...plain, fields: { email: 1 } },
    { ...plain, challenge: null },
    { ...plain, challenge: 1 },
  ])("is refused: %j", (answer) => {
    expect(readProblem(answer)).toBeNull();
    expect(problem.safeParse(answer).success).toBe(false);
  });
});
