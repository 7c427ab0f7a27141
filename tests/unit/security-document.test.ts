import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const text = readFileSync("docs/security.md", "utf8");
const asvs = text.slice(text.indexOf("## ASVS"));

/** Rows of tables, without heads and rules. */
const rows = asvs.split("\n").filter((line) => /^\| \d+\./.test(line));

describe("docs/security.md", () => {
  test("names only files that are there", () => {
    const named = [...text.matchAll(/`((?:tests|server|lib|prisma)\/[\w./-]+|proxy\.ts)`/g)];
    expect(named.length).toBeGreaterThan(100);
    const missing = named.flatMap(([, path = ""]) => (existsSync(path) ? [] : path));
    expect(new Set(missing)).toEqual(new Set());
  });

  test("shows every requirement by a test, or says that it is not there yet", () => {
    expect(rows.length).toBeGreaterThan(80);
    for (const row of rows) expect(row).toMatch(/`tests\/[^`]+`|not yet/);
  });

  test("has a row for every chapter that applies", () => {
    const chapters = rows.map((row) => Number(/^\| (\d+)\./.exec(row)?.[1]));
    expect(new Set(chapters)).toEqual(new Set(Array.from({ length: 16 }, (_, index) => index + 1)));
  });
});
