import type { Page } from "@playwright/test";

/** What a user waits for: an element of the next page, or its text. */
interface Shown {
  /** The address's path, as the browser has it then. */
  path: RegExp;
  /** CSS selector of something that only the content has, not its skeleton. */
  selector: string;
  text?: RegExp;
}

interface Waited {
  /** From the input event to the frame after the content is there, ms. */
  total: number;
  /** Of it, from the answer of the last request of the API on, ms: all of it where none was needed. */
  afterAnswer: number;
  /** From the request to the answer, ms: 0 where none was needed. */
  answered: number;
}

/**
 * Acts, and waits until what follows is painted. The time is taken in the page, from the browser's input event on.
 * @param event the first event of this kind begins it: "click", or "input" for a key
 */
export async function untilPainted(
  page: Page,
  { event, shown, api }: { event: "click" | "input"; shown: Shown; api?: string },
  act: () => Promise<unknown>,
): Promise<Waited> {
  await page.evaluate(
    ({ event, path, selector, text, api }) => {
      const there = () =>
        new RegExp(path).test(location.pathname + location.search) &&
        [...document.querySelectorAll(selector)].some(
          (element) => text === null || new RegExp(text).test(element.textContent ?? ""),
        );
      const measured = new Promise<object>((resolve) => {
        const begin = ({ timeStamp }: Event) => {
          performance.clearResourceTimings();
          const end = () => {
            const now = performance.now();
            const answers = performance
              .getEntriesByType("resource")
              .filter(({ name }) => api !== null && name.includes(api))
              .filter((entry) => entry.startTime >= timeStamp) as PerformanceResourceTiming[];
            const last = answers.at(-1);
            resolve({
              total: now - timeStamp,
              afterAnswer: now - (last?.responseEnd ?? timeStamp),
              answered: last ? last.responseEnd - last.startTime : 0,
            });
          };
          const look = () => {
            // The callback runs before the frame that has the content is painted, the message after it.
            if (!there()) requestAnimationFrame(look);
            else {
              const { port1, port2 } = new MessageChannel();
              port1.onmessage = end;
              requestAnimationFrame(() => port2.postMessage(null));
            }
          };
          look();
        };
        document.addEventListener(event, begin, { capture: true, once: true });
      });
      Object.assign(window, { measured });
    },
    {
      event,
      path: shown.path.source,
      selector: shown.selector,
      text: shown.text?.source ?? null,
      api: api ?? null,
    },
  );
  await act();
  return page.evaluate(() => (window as unknown as { measured: Promise<Waited> }).measured);
}

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
