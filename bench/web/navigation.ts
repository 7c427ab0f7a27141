import type { Page } from "@playwright/test";
import { type Shown, untilPainted } from "./until-painted";

export interface Step {
  name: string;
  /** Milliseconds, one for each round; the first round is not among them. */
  times: number[];
}

const PLACES = [
  {
    name: "Transactions",
    shown: {
      path: /^\/transactions/,
      selector: 'table[aria-label="QuickBooks Deposits"] [data-row-link]',
    },
  },
  {
    name: "Manual Match",
    shown: { path: /^\/manual-match/, selector: 'main [role="option"]' },
  },
  {
    name: "Integrations",
    shown: { path: /^\/integrations/, selector: 'main [role="group"]', text: /Connected/ },
  },
  {
    name: "Settings",
    shown: { path: /^\/settings/, selector: 'main form [role="switch"]' },
  },
  {
    name: "Dashboard",
    shown: { path: /^\/dashboard/, selector: 'ul[aria-label="Suggested matches"] article' },
  },
] as const satisfies { name: string; shown: Shown }[];

const DEPOSIT: Shown = {
  path: /^\/transaction\/\d+/,
  selector: '[aria-label="Lines and payments"]',
};

/** Goes round the pages by their links, as a user does; what the browser has fetched before is warm. */
export async function measureNavigation(page: Page, url: string, rounds: number): Promise<Step[]> {
  await page.goto(`${url}/dashboard`);
  await page.locator(PLACES[4].shown.selector).first().waitFor();
  const steps = new Map<string, number[]>();
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, time] of await walk(page)) {
      if (round > 0) steps.set(name, [...(steps.get(name) ?? []), time]);
    }
  }
  return [...steps].map(([name, times]) => ({ name, times }));
}

async function walk(page: Page): Promise<[string, number][]> {
  const times: [string, number][] = [];
  for (const { name, shown } of PLACES) {
    const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });
    const { total } = await untilPainted(page, { event: "click", shown }, () => link.click());
    times.push([`→ ${name}`, total]);
    if (name !== "Transactions") continue;
    const row = page.locator("[data-row-link]").first();
    const opened = await untilPainted(page, { event: "click", shown: DEPOSIT }, () => row.click());
    times.push(["open a deposit", opened.total]);
    const back = page.getByRole("link", { name: "← Back to Transactions" });
    const returned = await untilPainted(page, { event: "click", shown }, () => back.click());
    times.push(["back to the list", returned.total]);
  }
  return times;
}
