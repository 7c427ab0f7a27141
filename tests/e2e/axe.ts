import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./fixtures";

const LOOKS = (["light", "dark"] as const).flatMap((colorScheme) =>
  [1280, 390].map((width) => ({ colorScheme, width })),
);

/** Each width and each colour scheme once: light and wide, dark and narrow. */
export const OPPOSITE_LOOKS = LOOKS.filter(
  ({ colorScheme, width }) => (colorScheme === "light") === (width === 1280),
);

const TRIES = 3;

/** Runs `check` in every width and colour scheme; nothing may overflow the page. */
export async function inEveryLook(
  page: Page,
  check: (look: string) => Promise<void>,
  looks = LOOKS,
): Promise<void> {
  for (const { colorScheme, width } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 900 });
    // The page's media queries see the new size a moment later.
    await page.waitForFunction((wanted) => matchMedia(`(width: ${wanted}px)`).matches, width);
    await check(`${colorScheme} ${width}`);
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
    await expect
      .poll(wide, `${colorScheme} ${width}: width of the page`)
      .toBeLessThanOrEqual(width);
  }
}

/** axe's findings on the current page, one per line; `without` names rules that do not apply. */
export async function axeFindings(page: Page, without: string[] = []): Promise<string[]> {
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  return findings(page, (axe) => axe.disableRules(without));
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
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  const { violations } = await choose(axe).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html)}`);
}
