import AxeBuilder from "@axe-core/playwright";
import { type Page, test } from "@playwright/test";
import { classConflicts } from "./class-conflicts";
import { expect } from "./fixtures";

/** Tests that use `inEveryLook` have this tag: the exhaustive project runs them too, in all looks. */
export const LOOKED_AT = { tag: "@looks" };

/** Every width in every colour scheme. */
export const LOOKS = (["light", "dark"] as const).flatMap((colorScheme) =>
  [1280, 390].map((width) => ({ colorScheme, width })),
);

/** Each width and each colour scheme once: light and wide, dark and narrow. */
export const OPPOSITE_LOOKS = LOOKS.filter(
  ({ colorScheme, width }) => (colorScheme === "light") === (width === 1280),
);

const HEIGHT = 900;

const TRIES = 3;

type Look = (typeof LOOKS)[number];

/** How many screens of a page have been looked at. */
const looked = new WeakMap<Page, number>();

/**
 * Runs `check` in every width and colour scheme; nothing may overflow the page. Outside of the exhaustive project it
 * is one look for each call, the next one at the next call: every screen is seen once, and every look many times.
 * The page is left in the last look.
 */
export async function inEveryLook(
  page: Page,
  check: (look: string) => Promise<void>,
  looks = LOOKS,
): Promise<void> {
  expect(test.info().tags, "a test in every look has the tag").toContain(LOOKED_AT.tag);
  const before = looked.get(page) ?? 0;
  looked.set(page, before + 1);
  // From the last one backwards: dark and narrow is seen by a test's only call.
  const one = looks.at(-1 - (before % looks.length));
  await inAllLooks(page, check, isExhaustive() || !one ? looks : [one]);
  const last = looks.at(-1);
  if (last) await show(page, last);
}

/** The same in every project: where what is tested is the difference between looks. */
export async function inAllLooks(
  page: Page,
  check: (look: string) => Promise<void>,
  looks = LOOKS,
): Promise<void> {
  for (const look of looks) {
    const { colorScheme, width } = look;
    await show(page, look);
    await check(`${colorScheme} ${width}`);
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
    await expect
      .poll(wide, `${colorScheme} ${width}: width of the page`)
      .toBeLessThanOrEqual(width);
  }
}

const isExhaustive = () => test.info().project.name === "exhaustive";

async function show(page: Page, { colorScheme, width }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  const size = page.viewportSize();
  if (size?.width === width && size.height === HEIGHT) return;
  await page.setViewportSize({ width, height: HEIGHT });
  // The page's media queries see the new size a moment later.
  await page.waitForFunction((wanted) => matchMedia(`(width: ${wanted}px)`).matches, width);
}

/** axe's findings on the current page and classes in conflict, one per line; `without` names rules that do not apply. */
export async function axeFindings(page: Page, without: string[] = []): Promise<string[]> {
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  return findings(page, (axe) => axe.disableRules(without));
}

/**
 * The same for what is open above a page that has a check of its own. The exhaustive project takes the page behind it
 * too, which costs several times as much.
 */
export function axeFindingsAbove(
  page: Page,
  part: "[role=dialog]" | "[role=alertdialog]" | "[role=menu]" | "[role=listbox]",
  without: string[] = [],
): Promise<string[]> {
  return isExhaustive() ? axeFindings(page, without) : axeFindingsIn(page, part);
}

/** The same for one part of the page. */
export function axeFindingsIn(page: Page, part: string): Promise<string[]> {
  return findings(page, (axe) => axe.include(part));
}

/** What is found must stay: a part that is just fading in or being replaced has too little contrast. */
async function findings(page: Page, choose: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  let found = await analyze(page, choose);
  for (let tries = 1; tries < TRIES && found.length > 0; tries++) {
    await page.waitForFunction(isAtRest);
    found = await analyze(page, choose);
  }
  return found;
}

/** Nothing moves but what never ends, such as a spinner. */
function isAtRest(): boolean {
  return document
    .getAnimations()
    .every(
      ({ playState, effect }) =>
        playState !== "running" || effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY,
    );
}

async function analyze(page: Page, choose: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  // Merge results in the page itself: a separate page is needed only for frames of other origins.
  expect(page.frames(), "frames").toHaveLength(1);
  // Its source is half a megabyte: once for each document is enough.
  const isLoaded = await page.evaluate(() => "axe" in window);
  const axe = new AxeBuilder({ page, ...(isLoaded && { axeSource: "0;" }) })
    .setLegacyMode()
    .options({ resultTypes: ["violations"] });
  const { violations } = await choose(axe).analyze();
  return [
    ...violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html)}`),
    ...(await classConflicts(page)),
  ];
}
