import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const inFolder = (folder: string) =>
  readdirSync(folder).flatMap((name) => (name.endsWith(".md") ? [`${folder}/${name}`] : []));

const MANUALS = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", ...inFolder("docs")];
/** Decisions are history: their links must work, but the files they describe may be gone. */
const DOCUMENTS = [...MANUALS, ...inFolder("docs/decisions"), ...inFolder("docs/reports")];

/** A path in backticks that begins with a folder of ours; from a "*" on it is any file. */
const PATH =
  /`((?:app|bench|components|deploy|docs|emulators|lib|matching|prisma|public|server|tests|tools)\/[\w./*-]+)`/g;
const LINK = /\]\((?!https?:|mailto:)([^)\s#]*)(?:#([^)\s]+))?\)/g;

/** The anchors that GitHub generates from a document's headings. */
function anchorsOf(file: string): string[] {
  return [...readFileSync(file, "utf8").matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );
}

test.each(DOCUMENTS)("%s links to what exists", (file) => {
  const broken = [...readFileSync(file, "utf8").matchAll(LINK)].flatMap(
    ([link, path = "", anchor]) => {
      const target = path === "" ? file : join(dirname(file), path);
      if (!existsSync(target)) return [link];
      return anchor && !anchorsOf(target).includes(anchor) ? [link] : [];
    },
  );
  expect(broken).toEqual([]);
});

test.each(MANUALS)("%s names only files that exist", (file) => {
  const named = [...readFileSync(file, "utf8").matchAll(PATH)].map(([, path = ""]) => path);
  expect(named.filter((path) => !existsSync(path.replace(/[^/]*\*.*/, "")))).toEqual([]);
});

test("docs/architecture.md lists the rooms of the server in the order of the layers", () => {
  const list = /const SERVER_LAYERS = \[([\s\S]*?)\n\];/.exec(
    readFileSync(".dependency-cruiser.cjs", "utf8"),
  )?.[1];
  const layers = [...(list ?? "").matchAll(/"([\w-]+)"/g)].map(([, room]) => room);
  const table = readFileSync("docs/architecture.md", "utf8").split("\n## ")[1] ?? "";
  const cells = [...table.matchAll(/^\| (`.+?) \|/gm)].map(([, cell = ""]) => cell);
  const rooms = cells.flatMap((cell) => [...cell.matchAll(/`([\w-]+)`/g)].map(([, room]) => room));
  expect(layers.length).toBeGreaterThan(14);
  expect(rooms).toEqual(layers);
});

/** "`tests/….test.ts`", or "the same" for the file before. */
const CITED = /`(tests\/[^`]+)`|the same/g;

test("docs/providers.md names, for each thing that a provider does, tests that exist and how sure we are of it", () => {
  const [, table = ""] = readFileSync("docs/providers.md", "utf8").split("\n## Tested against");
  const rows = [...table.matchAll(/^\| (.+) \|$/gm)].map(([, row = ""]) => row.split(" | "));
  const unknown = rows.slice(2).flatMap(([what = "", , cited = "", ...rest]) => {
    const tests = [...cited.matchAll(CITED)];
    const missing = tests.flatMap(([, path]) => (path && !existsSync(path) ? path : []));
    const isSure = rest.length === 2 && /\b[ABC]\b/.test(rest[1] ?? "");
    return tests.length > 0 && missing.length === 0 && isSure ? [] : [[what, ...missing]];
  });
  expect(rows.length).toBeGreaterThan(25);
  expect(unknown).toEqual([]);
});
