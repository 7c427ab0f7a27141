import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { SCREENS } from "@/tools/demo/screens";

const text = readFileSync("docs/screens.md", "utf8");

const SPECS = "tests/e2e";

interface Row {
  file: string;
  shows: string;
  /** Texts that the file asserts word for word; "…" replaces what varies. */
  texts: string[];
}

/** The rows of the tables "file | shows | documented texts". */
const rows: Row[] = [...text.matchAll(/^\| `([\w-]+)` \| (.+?) \|(.*)\|$/gm)].map(
  ([, file = "", shows = "", cell = ""]) => ({
    file: `${file}.spec.ts`,
    shows,
    texts: [...cell.matchAll(/“([^”]+)”/g)].map(([, quoted = ""]) => quoted),
  }),
);

describe("docs/screens.md", () => {
  test("has one row for every end-to-end test file, and none for a missing file", () => {
    const specs = readdirSync(SPECS).filter((name) => name.endsWith(".spec.ts"));
    expect(rows.map(({ file }) => file).sort()).toEqual(specs.sort());
  });

  test("quotes only texts that the file of the row asserts", () => {
    expect(rows.flatMap(({ texts }) => texts).length).toBeGreaterThan(100);
    const unproved = rows.flatMap(({ file, texts }) => {
      const source = readFileSync(`${SPECS}/${file}`, "utf8");
      const isAsserted = (quoted: string) =>
        quoted.split("…").every((part) => source.includes(part.trim()));
      return texts.filter((quoted) => !isAsserted(quoted)).map((quoted) => `${file}: ${quoted}`);
    });
    expect(unproved).toEqual([]);
  });

  test("has a section with its two pictures for every screen", () => {
    for (const { name } of SCREENS) {
      const part = text.split(/^### /m).find((each) => each.includes(`(screens/${name}.png)`));
      expect(part, name).toContain(`(screens/${name}-phone-dark.png)`);
    }
  });

  test("shows only pictures that exist", () => {
    const shown = [...text.matchAll(/\((screens\/[\w-]+\.png)\)/g)].map(([, path]) => path);
    expect(shown).toHaveLength(2 * SCREENS.length);
    const missing = shown.filter((path) => !existsSync(`docs/${path}`));
    expect(missing, "npm run screenshots takes them").toEqual([]);
  });

  test("names only existing files", () => {
    const named = [...text.matchAll(/`(tests\/(?:integration|unit)\/[\w./-]+)`/g)];
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter(([, path = ""]) => !existsSync(path))).toEqual([]);
  });
});
