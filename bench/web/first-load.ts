import type { Browser } from "@playwright/test";
import type { SampleProduct } from "@/tools/demo/sample-product";

/** What the browser's main thread does for a first load with an empty cache, and until the page is at rest. */
export interface FirstLoad {
  /** Milliseconds of processor, not of time: in all, for scripts, for style and layout. */
  all: number;
  script: number;
  layout: number;
  /** In the document at the end. */
  elements: number;
  /** Cumulative Layout Shift. */
  cls: number;
}

export interface MeasuredLoad {
  page: string;
  screen: ScreenName;
  /** Each figure is the least of the rounds: whatever else the machine does only adds to it. */
  least: FirstLoad;
}

const SCREENS = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
} as const;
export type ScreenName = keyof typeof SCREENS;

export const BARE_PAGE = "bare Next page";
const LOADED_PAGES = ["/dashboard", "/transactions"] as const;

/** Past what a page does once its first screen is there (components/ui/use-quiet.ts). */
const REST_MS = 3_500;

type Storage = Awaited<ReturnType<ReturnType<Browser["contexts"]>[number]["storageState"]>>;

/**
 * Loads the bare page and the product's by turns, each time in an empty browser that knows the session.
 * @param rounds that count; one more goes before them
 */
export async function measureFirstLoads(
  browser: Browser,
  { url, stored }: Pick<SampleProduct, "url" | "stored">,
  barePage: string,
  rounds: number,
): Promise<MeasuredLoad[]> {
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }));
  let storage: Storage = { cookies: [], origins: [{ origin: url, localStorage }] };
  const pages = [
    { page: BARE_PAGE, address: barePage },
    ...LOADED_PAGES.map((page) => ({ page, address: url + page })),
  ];
  const loads = new Map<string, { page: string; screen: ScreenName; runs: FirstLoad[] }>();
  for (let round = 0; round <= rounds; round += 1) {
    for (const screen of Object.keys(SCREENS) as ScreenName[]) {
      for (const { page, address } of pages) {
        const { figures, left } = await load(browser, { address, screen, storage });
        // As for someone who has been there before.
        if (page !== BARE_PAGE) storage = left;
        const key = `${page} ${screen}`;
        const runs = loads.get(key)?.runs ?? [];
        if (round > 0) runs.push(figures);
        loads.set(key, { page, screen, runs });
      }
    }
  }
  return [...loads.values()].map(({ runs, ...rest }) => ({ ...rest, least: leastOf(runs) }));
}

async function load(
  browser: Browser,
  { address, screen, storage }: { address: string; screen: ScreenName; storage: Storage },
): Promise<{ figures: FirstLoad; left: Storage }> {
  const context = await browser.newContext({ viewport: SCREENS[screen], storageState: storage });
  try {
    const page = await context.newPage();
    await page.addInitScript(() => {
      const shifts = { value: 0 };
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { hadRecentInput, value } = entry as unknown as {
            hadRecentInput: boolean;
            value: number;
          };
          if (!hadRecentInput) shifts.value += value;
        }
      }).observe({ type: "layout-shift", buffered: true });
    });
    const devtools = await context.newCDPSession(page);
    await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
    await page.goto(address, { waitUntil: "load" });
    await page.waitForTimeout(REST_MS);
    const { metrics } = await devtools.send("Performance.getMetrics");
    const seconds = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
    const { elements, cls } = await page.evaluate(() => ({
      elements: document.querySelectorAll("*").length,
      cls: (window as unknown as { shifts: { value: number } }).shifts.value,
    }));
    const figures = {
      all: seconds("TaskDuration") * 1000,
      script: seconds("ScriptDuration") * 1000,
      layout: (seconds("LayoutDuration") + seconds("RecalcStyleDuration")) * 1000,
      elements,
      cls,
    };
    return { figures, left: await context.storageState() };
  } finally {
    await context.close();
  }
}

function leastOf(runs: readonly FirstLoad[]): FirstLoad {
  const least = (figure: (run: FirstLoad) => number) => Math.min(...runs.map(figure));
  return {
    all: least(({ all }) => all),
    script: least(({ script }) => script),
    layout: least(({ layout }) => layout),
    elements: least(({ elements }) => elements),
    // What moves in one of the rounds moves.
    cls: Math.max(...runs.map(({ cls }) => cls)),
  };
}
