import type { Locator, Page, Request } from "@playwright/test";
import { expect } from "./fixtures";
import { hydrated } from "./hydrated";

/** Roles of what is pressed, filled in or chosen. */
const OPERABLE =
  "button|link|checkbox|switch|radio|combobox|textbox|searchbox|spinbutton|listbox|tab|menuitem|menuitemradio|option";
// - button "Confirm Match" [disabled]: …, or in quotes: - 'button "Retry: Stripe sync failed"'
const LINE = new RegExp(`^\\s*- '?(${OPERABLE})\\b(?: "((?:[^"\\\\]|\\\\.)*)")?([^:"]*)`);
const ADDRESS = /^\s*- \/url: "?([^"]*)/;
const USERNAME = /e2e-[0-9a-f-]+/g;

/**
 * What a part of the page offers, without what can't be seen or is disabled: a button as "Confirm Match", a link as
 * "Choose → /transaction/#", anything else as "Auto Match (switch)". Numbers and users' names are left out.
 */
async function offeredIn(part: Locator): Promise<Set<string>> {
  const found = new Set<string>();
  const lines = (await part.ariaSnapshot()).split("\n");
  for (const [index, line] of lines.entries()) {
    const [, role, name = "", state = ""] = LINE.exec(line) ?? [];
    // The options of a select and the rows of a list are its values.
    if (!role || state.includes("[disabled]") || role === "option") continue;
    const address = role === "link" ? ADDRESS.exec(lines[index + 1] ?? "")?.[1] : undefined;
    found.add(
      described(role, name, address)
        .replace(USERNAME, "somebody")
        .replace(/\d+/g, "#")
        .replaceAll("''", "'"),
    );
  }
  return found;
}

function described(role: string, name: string, address: string | undefined): string {
  if (address !== undefined) return `${name} → ${address}`;
  return role === "button" ? name : `${name} (${role})`;
}

/** What the page offers, with the menus of its main part; those of the navigation are the same everywhere. */
export async function offered(
  page: Page,
  { navigation = false, menus: withMenus = true } = {},
): Promise<Set<string>> {
  const found = await offeredIn(page.locator("body"));
  if (!withMenus) return found;
  const menus = page.locator(navigation ? "body" : "main").locator("[aria-haspopup=menu]:visible");
  for (const trigger of await menus.all()) {
    await trigger.click();
    const menu = page.getByRole("menu");
    await expect(menu).toBeVisible();
    for (const each of await offeredIn(menu)) found.add(each);
    await page.keyboard.press("Escape");
    await expect(menu).toHaveCount(0);
  }
  return found;
}

/** What pressing `opener` offers beside what was there `before`: "Post # deposits › Post new matches automatically". */
export async function offeredBehind(
  page: Page,
  opener: string,
  before: Set<string>,
): Promise<string[]> {
  const escaped = opener.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("#", "\\d+");
  const named = { name: new RegExp(`^${escaped}$`) };
  await page.getByRole("button", named).or(page.getByRole("checkbox", named)).first().click();
  const found = async () => {
    const commands = await page.locator("[cmdk-item]").allTextContents();
    const all = [...(await offeredIn(page.locator("body"))), ...commands];
    return all.filter((each) => !before.has(each)).map((each) => `${opener} › ${each}`);
  };
  await expect.poll(async () => (await found()).length, opener).toBeGreaterThan(0);
  await isLoaded(page);
  return found();
}

/** Chooses each cause of the inbox, unfolds each of its cases, and does `work` whenever another one is shown. */
export async function inEachCase(page: Page, work: () => Promise<void>): Promise<void> {
  const show = async (button: Locator) => {
    await button.click();
    await isLoaded(page);
    await work();
  };
  const causes = page.getByRole("list", { name: "Causes" });
  for (const cause of await causes.locator(":scope > li > button").all()) {
    // With its first case, unless one answer settles all of them.
    await show(cause);
    for (const each of await causes.locator("li:has(> [data-unfold], > article)").all()) {
      const folded = each.locator(":scope > [data-unfold]");
      if ((await folded.count()) > 0) await show(folded);
    }
  }
}

/** API requests in flight, by visitor's page. */
const waiting = new WeakMap<Page, number>();

/** No request is in flight, no placeholder is shown, and the page no longer changes. */
async function isLoaded(page: Page): Promise<void> {
  let before = "";
  const isSame = async () => {
    const loading = await page.locator("[aria-busy=true], [data-slot=skeleton]").count();
    const now = await page.locator("body").ariaSnapshot();
    const wasSame = now === before;
    before = now;
    return (waiting.get(page) ?? 0) === 0 && loading === 0 && wasSame;
  };
  await expect.poll(isSame, { message: page.url(), intervals: [100] }).toBe(true);
}

/** Opens a page, tall enough that none of its parts waits to be near, and waits until nothing loads any more. */
export async function visitor(page: Page): Promise<(path: string) => Promise<void>> {
  await page.setViewportSize({ width: 1440, height: 6_000 });
  const count = (by: number) => (request: Request) => {
    const isAwaited = /\/api\/(?!events\/)/.test(request.url());
    if (isAwaited) waiting.set(page, (waiting.get(page) ?? 0) + by);
  };
  page.on("request", count(1));
  page.on("requestfinished", count(-1));
  page.on("requestfailed", count(-1));
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  return async (path) => {
    await page.goto(path);
    await hydrated(page);
    // Also behind an open dialog, where it has no role.
    await expect(page.locator("h1")).toBeVisible();
    await isLoaded(page);
    expect(errors, path).toEqual([]);
  };
}
