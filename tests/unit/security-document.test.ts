import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const text = readFileSync("docs/security.md", "utf8");
const asvs = text.slice(text.indexOf("## ASVS"));

/** Rows of the table of requirements, without its header. */
const rows = asvs
  .slice(0, asvs.indexOf("### Not yet"))
  .split("\n")
  .filter((line) => /^\| \d+\./.test(line));

/** The requirements of a row: "3.4.2 to 3.4.6" names both ends. */
const requirementsOf = (row: string) => row.split(" | ")[0]?.match(/\d+\.\d+\.\d+/g) ?? [];

describe("docs/security.md", () => {
  test("names only files that exist", () => {
    const named = [
      ...text.matchAll(/`((?:tests|server|lib|prisma|matching)\/[\w./-]+|proxy\.ts)`/g),
    ];
    expect(named.length).toBeGreaterThan(100);
    const missing = named.flatMap(([, path = ""]) => (existsSync(path) ? [] : path));
    expect(new Set(missing)).toEqual(new Set());
  });

  test("names a test for every requirement, or reports the gap", () => {
    expect(rows.flatMap(requirementsOf).length).toBeGreaterThan(150);
    for (const row of rows) expect(row).toMatch(/`(?:matching\/)?tests\/[^`]+`|not yet/);
  });

  test("gives a reason and a risk for every gap", () => {
    const explained = asvs
      .slice(asvs.indexOf("### Not yet"))
      .split("\n")
      .filter((line) => /^\| \d+\.\d/.test(line));
    for (const row of explained) expect(row).toMatch(/^\| [^|]+ \| [^|]{20,} \| [^|]{20,} \|$/);
    const reasons = new Set(explained.flatMap(requirementsOf));
    for (const row of rows.filter((each) => each.includes("not yet"))) {
      expect(
        requirementsOf(row).filter((each) => reasons.has(each)),
        row,
      ).not.toEqual([]);
    }
    const whole = rows.filter((each) => each.endsWith("| not yet |")).flatMap(requirementsOf);
    expect(whole.filter((each) => !reasons.has(each))).toEqual([]);
  });

  test("names each requirement once, except those with two parts", () => {
    const all = rows.flatMap(requirementsOf);
    const doubled = all.filter((requirement, index) => all.indexOf(requirement) !== index);
    expect(doubled).toEqual(["14.2.4"]);
  });

  test("names a test for every defence", () => {
    const start = text.indexOf("## Defences");
    const defences = text
      .slice(start, text.indexOf("## ASVS"))
      .split("\n")
      .filter((line) => line.startsWith("| "))
      .slice(2);
    expect(defences.length).toBeGreaterThan(20);
    for (const row of defences) expect(row).toMatch(/`(?:matching\/)?tests\/[^`]+` \|$/);
  });

  test("has a row for every chapter that applies", () => {
    const chapters = rows.map((row) => Number(/^\| (\d+)\./.exec(row)?.[1]));
    expect(new Set(chapters)).toEqual(new Set(Array.from({ length: 16 }, (_, index) => index + 1)));
  });
});
