import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { COVERED_SCRIPTS, SCRIPTS } from "../../support/covered-scripts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const read = (file: string) => readFileSync(join(root, file), "utf8");

const scripts: Record<string, string> = JSON.parse(read("package.json")).scripts;

const documents = [
  "README.md",
  "CONTRIBUTING.md",
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

/** `npm run [--silent] NAME`, a family as `bench:*`, and the two that need no `run`. */
const NAMED = /\bnpm (?:run (?:--silent )?([a-z0-9:*-]+)|(test|start)\b)/g;

const namedIn = (text: string) =>
  [...text.matchAll(NAMED)].map(([, name, short]) => name ?? short ?? "");

const exists = (name: string) =>
  name.endsWith(":*")
    ? Object.keys(COVERED_SCRIPTS).some((each) => each.startsWith(name.slice(0, -1)))
    : name in scripts && name in COVERED_SCRIPTS;

it("finds the scripts in a text", () => {
  const text =
    "`npm run --silent match -- --format csv`, npm test, `npm start` and npm run bench:api.";
  expect(namedIn(text)).toEqual(["match", "test", "start", "bench:api"]);
});

it("lists each script of package.json, and no other", () => {
  expect(Object.keys(COVERED_SCRIPTS).sort()).toEqual(Object.keys(scripts).sort());
});

it("lists each script that a document names", () => {
  const named = documents.flatMap((file) => namedIn(read(file)).map((name) => ({ file, name })));
  expect(named.length).toBeGreaterThan(50);
  const unknown = named.filter(({ name }) => !exists(name));
  expect(unknown).toEqual([]);
});

it.each(Object.entries(COVERED_SCRIPTS))("%s is named by the tests that run it", (name, { by }) => {
  expect(by.length).toBeGreaterThan(0);
  for (const file of by) {
    // Alone, not as a part of another word; in the file of all scripts, as what it runs.
    const named = file === SCRIPTS ? `run\\("${name}"` : `(?<![\\w:-])${name}(?![\\w:])`;
    expect(`${file}\n${read(file)}`, file).toMatch(new RegExp(named, "i"));
  }
});

it("finds the program of each script", () => {
  const starter = read("tools/run.mjs");
  for (const [name, command] of Object.entries(scripts)) {
    const program = /^node tools\/run\.mjs ([a-z0-9:-]+)$/.exec(command)?.[1] ?? "";
    const elsewhere = new RegExp(`"?${program}"?: "\\.\\./(.*)"`).exec(starter)?.[1];
    expect(existsSync(join(root, elsewhere ?? `tools/commands/${program}.ts`)), name).toBe(true);
  }
});
