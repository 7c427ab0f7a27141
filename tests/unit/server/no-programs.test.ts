import { expect, test } from "vitest";

const sources = Object.entries(
  import.meta.glob<string>(
    [
      "../../../{server,lib,app,components}/**/*.{ts,tsx}",
      "../../../{proxy,instrumentation,start-server}.ts",
    ],
    { eager: true, query: "?raw", import: "default" },
  ),
);

/** Constructs that would turn input into a program, a pattern or markup, or take it from another window. */
const FORBIDDEN: [what: string, sign: RegExp][] = [
  ["starts programs", /["'](?:node:)?child_process["']/],
  ["runs code that it was given", /["'](?:node:)?vm["']|\beval\(|\bnew Function\b/],
  ["makes a regular expression of something", /\bnew RegExp\(|(?<![.\w])RegExp\(/],
  [
    "listens to other windows",
    /addEventListener\(\s*["']message["']|\bonmessage\s*=|\bpostMessage\(/,
  ],
  ["puts markup into a page as it is", /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\s*=/],
];

test.each(FORBIDDEN)("nothing in the product %s", (_what, sign) => {
  expect(sources.length).toBeGreaterThan(200);
  expect(sources.filter(([, text]) => sign.test(text)).map(([file]) => file)).toEqual([]);
});
