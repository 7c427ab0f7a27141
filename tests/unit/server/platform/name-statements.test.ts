import { describe, expect, it } from "vitest";
import { statementNames } from "@/server/platform/db";

const asked = (sql: string, args: unknown[] = [1]) => ({ sql, args });

describe("names for prepared statements", () => {
  it("names a statement that comes again and again, each its own", () => {
    const nameOf = statementNames();
    const names = ["a", "b", "a", "b", "a", "b", "a"].map((sql) => nameOf(asked(sql)));
    expect(names).toEqual(["", "", "", "", "orm_0", "orm_1", "orm_0"]);
  });

  it("names none without values: several statements in one text can't be prepared", () => {
    const nameOf = statementNames();
    const names = Array.from({ length: 5 }, () => nameOf(asked("BEGIN", [])));
    expect(new Set(names)).toEqual(new Set([""]));
  });

  it("keeps a bounded number of names, and forgets texts that never came again", () => {
    const nameOf = statementNames();
    for (let text = 0; text < 5_000; text += 1) expect(nameOf(asked(`once ${text}`))).toBe("");
    const named = new Set<string>();
    for (let text = 0; text < 300; text += 1) {
      for (let times = 0; times < 3; times += 1) named.add(nameOf(asked(`often ${text}`)));
    }
    expect(named.size).toBe(201);
  });
});
