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

/** The requirements of levels 1 and 2: "1.2.1-9" are 1.2.1 to 1.2.9. */
const LEVEL_2 = [
  "1.1.1-2 1.2.1-9 1.3.1-11 1.4.1-3 1.5.1-2 2.1.1-3 2.2.1-3 2.3.1-4 2.4.1",
  "3.2.1-2 3.3.1-4 3.4.1-6 3.5.1-5 3.7.1-2 4.1.1-3 4.2.1 4.3.1-2 4.4.1-4",
  "5.1.1 5.2.1-3 5.3.1-2 5.4.1-3 6.1.1-3 6.2.1-12 6.3.1-4 6.4.1-4 6.5.1-5 6.6.1-3 6.8.1-4",
  "7.1.1-3 7.2.1-4 7.3.1-2 7.4.1-5 7.5.1-2 7.6.1-2 8.1.1-2 8.2.1-3 8.3.1 8.4.1 9.1.1-3 9.2.1-4",
  "10.1.1-2 10.2.1-2 10.3.1-4 10.4.1-11 10.5.1-5 10.6.1-2 10.7.1-3",
  "11.1.1-2 11.2.1-3 11.3.1-3 11.4.1-4 11.5.1 11.6.1 12.1.1-3 12.2.1-2 12.3.1-4",
  "13.1.1 13.2.1-5 13.3.1-2 13.4.1-5 14.1.1-2 14.2.1-4 14.3.1-3 15.1.1-3 15.2.1-3 15.3.1-7",
  "16.1.1 16.2.1-5 16.3.1-4 16.4.1-3 16.5.1-3 17.1.1 17.2.1-4 17.3.1-2",
]
  .flatMap((line) => line.split(" "))
  .flatMap((range) => {
    const [chapter, section, numbers = ""] = range.split(".");
    const [first = 0, last = first] = numbers.split("-").map(Number);
    const count = last - first + 1;
    return Array.from({ length: count }, (_, index) => `${chapter}.${section}.${first + index}`);
  });

/** What a text names: "1.2.6", all of "1.2.6 to 1.2.8", of a section ("4.3") or of a chapter ("V17"). */
function named(listed: string): string[] {
  const ends = [...listed.matchAll(/(\d+\.\d+\.\d+)(?: to (\d+\.\d+\.\d+))?/g)];
  const ranges = ends.flatMap(([, first = "", last = first]) =>
    LEVEL_2.slice(LEVEL_2.indexOf(first), LEVEL_2.indexOf(last) + 1),
  );
  const groups = [...listed.matchAll(/(?<![\d.])(\d+\.\d+)(?![\d.])|\bV(\d+)/g)].map(
    ([, section, chapter]) => `${section ?? chapter}.`,
  );
  return [...ranges, ...LEVEL_2.filter((each) => groups.some((group) => each.startsWith(group)))];
}

describe("docs/security.md", () => {
  test("names only files that exist", () => {
    const paths = [
      ...text.matchAll(
        /`((?:tests|server|lib|prisma|matching|tools|deploy)\/[\w./-]+|proxy\.ts)`/g,
      ),
    ];
    expect(paths.length).toBeGreaterThan(100);
    const missing = paths.flatMap(([, path = ""]) => (existsSync(path) ? [] : path));
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

  test("has each requirement of the level once: with how, or as not applicable", () => {
    expect(LEVEL_2).toHaveLength(253);
    const met = rows.flatMap((row) => named(row.split(" | ")[0] ?? ""));
    const apart = named(asvs.slice(asvs.indexOf("Not applicable:")));
    expect(apart.length).toBeGreaterThan(30);
    expect(LEVEL_2.filter((each) => !met.includes(each) && !apart.includes(each))).toEqual([]);
    expect(apart.filter((each) => met.includes(each))).toEqual([]);
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
