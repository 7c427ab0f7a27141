import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { SCREENS } from "@/scripts/lib/screens";

const text = readFileSync("docs/screens.md", "utf8");

const SPECS = "tests/e2e";
const TITLE =
  /\b(?:test|signedInTest|connectedTest)(?:\.describe)?\(\s*(?:"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/g;

interface Row {
  what: string;
  references: { file: string; titles: string[] }[];
}

/** "`landing.spec.ts` › who is signed in …": a file, and titles of describes and a test in it. */
function referencesOf(cell: string): Row["references"] {
  return cell.split("<br>").map((reference) => {
    const [file = "", ...titles] = reference.split("›").map((part) => part.trim());
    return { file: file.replaceAll("`", ""), titles };
  });
}

/** The rows of all tables with the head "what | test", by the section that they stand in. */
function rowsIn(markdown: string): Row[] {
  return markdown.split("\n").flatMap((line) => {
    const [, what, test] = /^\| (.+) \| (`[\w-]+\.spec\.ts` › .+) \|$/.exec(line) ?? [];
    return what && test ? [{ what, references: referencesOf(test) }] : [];
  });
}

const section = (heading: string) =>
  text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";

/** Of describes and tests; what a template puts in stands as "…". */
function titlesIn(file: string): Set<string> {
  const source = readFileSync(`${SPECS}/${file}`, "utf8");
  return new Set(
    [...source.matchAll(TITLE)].map(
      ([, plain, template]) =>
        plain?.replaceAll('\\"', '"') ?? template?.replace(/\$\{[^}]*\}/g, "…") ?? "",
    ),
  );
}

describe("docs/screens.md", () => {
  const rows = rowsIn(text);

  test("names only tests that are there", () => {
    expect(rows.length).toBeGreaterThan(150);
    const missing = rows.flatMap(({ references }) =>
      references.flatMap(({ file, titles }) => {
        if (!existsSync(`${SPECS}/${file}`)) return [file];
        const known = titlesIn(file);
        return titles.filter((title) => !known.has(title)).map((title) => `${file} › ${title}`);
      }),
    );
    expect(new Set(missing)).toEqual(new Set());
  });

  test("leaves no row of a table without a test", () => {
    const tables = ["Screens", "Transitions", "Validation", "Messages", "Constants"].map(section);
    for (const table of tables) {
      expect(rowsIn(table).length).toBeGreaterThan(10);
      const lines = table.split("\n").filter((line) => line.startsWith("| "));
      const heads = lines.filter((line) => /^\| (what \| test|---)/.test(line));
      expect(lines.length - heads.length).toBe(rowsIn(table).length);
    }
  });

  test("names for each message a test that has its words", () => {
    const unproved = rowsIn(section("Messages")).filter(({ what, references }) => {
      const sources = references.map(({ file }) => readFileSync(`${SPECS}/${file}`, "utf8"));
      const said = [...what.matchAll(/“([^”]+)”/g)].map(([, message = ""]) => message);
      const isTested = (message: string) =>
        message.split("…").every((part) => sources.some((source) => source.includes(part.trim())));
      return said.length === 0 || !said.every(isTested);
    });
    expect(unproved.map(({ what }) => what)).toEqual([]);
  });

  test("has a section with its two pictures for every screen", () => {
    for (const { name } of SCREENS) {
      const part = text.split(/^### /m).find((each) => each.includes(`(screens/${name}.png)`));
      expect(part, name).toContain(`(screens/${name}-phone-dark.png)`);
    }
  });

  test("shows only pictures that are there", () => {
    const shown = [...text.matchAll(/\((screens\/[\w-]+\.png)\)/g)].map(([, path]) => path);
    expect(shown).toHaveLength(2 * SCREENS.length);
    const missing = shown.filter((path) => !existsSync(`docs/${path}`));
    expect(missing, "npm run screenshots takes them").toEqual([]);
  });

  test("names only other files that are there", () => {
    const named = [...text.matchAll(/`(tests\/(?:integration|unit)\/[\w./-]+)`/g)];
    expect(named.filter(([, path = ""]) => !existsSync(path))).toEqual([]);
  });
});
