import { type BrowserContext, chromium } from "@playwright/test";
import {
  openBrowser,
  type SampleProduct,
  startSampleProduct,
  storeSession,
} from "@/tools/demo/sample-product";
import { findChromium } from "@/tools/process/find-chromium";
import { freePort } from "@/tools/process/free-port";
import { type Scope, supervise } from "@/tools/process/supervise";
import { startBareApp } from "../api/bare";
import { readSmallest, writeReport } from "../report";
import { type Audit, audit, type Device, TraceLostError } from "./audit";
import { type MeasuredLoad, measureFirstLoads } from "./first-load";
import { type ListSize, measureManyPayouts, seedManyPayouts } from "./many-payouts";
import { measureNavigation } from "./navigation";
import {
  allMet,
  document,
  loadsMet,
  type MeasuredPage,
  PAGES,
  type PageReport,
  RUNS,
  render,
  renderLoads,
  renderSpeed,
  type Speed,
  speedMet,
} from "./report";

const MAX_ATTEMPTS = 3;
const DEVICES = ["mobile", "desktop"] as const satisfies Device[];

interface Size {
  /** Of the first loads. */
  loads: number;
  /** Of the walk round the pages. */
  rounds: number;
  list: ListSize;
  pages: readonly MeasuredPage[];
  devices: readonly Device[];
  /** Of Lighthouse, for each page and device. */
  runs: number;
}

const WHOLE: Size = {
  ...{ loads: 5, rounds: 20, list: { payouts: 10_000, rounds: 11 } },
  ...{ pages: PAGES, devices: DEVICES, runs: RUNS },
};
/** The list has the three pages that its one counted round turns to. */
const SMALLEST: Size = {
  ...{ loads: 1, rounds: 1, list: { payouts: 300, rounds: 1 } },
  ...{ pages: PAGES.slice(0, 1), devices: DEVICES.slice(0, 1), runs: 1 },
};

const log = (line: string) => console.error(line);

/**
 * `npm run bench:web`: on the production build with the sample company, what a first load costs the main thread, how long
 * navigation takes in a browser, a list of ten thousand payouts, and Lighthouse on a simulated phone and on a desktop. With `loads`, `speed` or
 * `lighthouse`, only that part, and no report is written; `-- --smallest` writes and judges nothing.
 * @returns the exit code: 0 targets met, 1 missed or failed
 */
export function main(args: string[]): Promise<number> {
  const {
    smallest,
    rest: [only],
  } = readSmallest(args);
  const size = smallest ? SMALLEST : WHOLE;
  return supervise(async (scope) => {
    const product = await startSampleProduct(scope, log);
    const part = async <Figures>(name: string, measure: () => Promise<Figures>) =>
      only === undefined || only === name ? measure() : null;
    const loads = await part("loads", () => measureLoads(scope, product, size));
    if (loads) console.log(renderLoads(loads));
    const speed = await part("speed", () => measureSpeed(scope, product, size));
    if (speed) console.log(renderSpeed(speed));
    const reports = await part("lighthouse", () => auditPages(scope, product, size));
    if (reports) console.log(render(reports));
    if (smallest) return 0;
    if (loads && speed && reports)
      await writeReport(
        "web.md",
        document(renderLoads(loads), renderSpeed(speed), render(reports)),
      );
    const isMet =
      (!loads || loadsMet(loads)) && (!speed || speedMet(speed)) && (!reports || allMet(reports));
    return isMet ? 0 : 1;
  });
}

async function measureLoads(
  scope: Scope,
  product: SampleProduct,
  { loads: rounds }: Size,
): Promise<MeasuredLoad[]> {
  log("First loads …");
  const { page } = await startBareApp(scope);
  const browser = await openBrowser(scope, log);
  return measureFirstLoads(browser, product, page, rounds);
}

const DESKTOP = { width: 1440, height: 900 };

async function measureSpeed(
  scope: Scope,
  product: SampleProduct,
  { rounds, list: listSize }: Size,
): Promise<Speed> {
  const browser = await openBrowser(scope, log);
  const open = async (stored: SampleProduct["stored"]) => {
    const context = await browser.newContext({ viewport: DESKTOP });
    // What tsx makes of a named function calls this helper, also in a function that runs in the page.
    await context.addInitScript("globalThis.__name = (named) => named");
    await storeSession(context, { url: product.url, stored });
    return context.newPage();
  };
  log("Navigation …");
  const page = await open(product.stored);
  const steps = await measureNavigation(page, product.url, rounds);
  await page.context().close();
  log(`${listSize.payouts} payouts …`);
  const list = await open(await seedManyPayouts(product, listSize));
  const many = await measureManyPayouts(list, product.url, listSize);
  await list.context().close();
  return { steps, many };
}

async function auditPages(
  scope: Scope,
  product: SampleProduct,
  { pages, devices, runs }: Size,
): Promise<PageReport[]> {
  const port = await freePort();
  const context = await openContext(scope, port);
  const browser = { port, forget: () => clearCache(context) };
  const reports: PageReport[] = [];
  for (const signedIn of [false, true]) {
    if (signedIn) await storeSession(context, product);
    for (const page of pages.filter((each) => each.signedIn === signedIn)) {
      for (const device of devices) {
        reports.push(await measure(browser, product.url, { page, device, runs }));
      }
    }
  }
  return reports.sort((a, b) => DEVICES.indexOf(a.device) - DEVICES.indexOf(b.device));
}

/** A browser with one storage for all pages: Lighthouse opens its own pages. */
async function openContext(scope: Scope, port: number): Promise<BrowserContext> {
  const executablePath = await findChromium(scope, log);
  const args = ["--no-sandbox", "--disable-quic", `--remote-debugging-port=${port}`];
  return scope.acquire(
    () => chromium.launchPersistentContext("", { executablePath, args }),
    (context) => context.close(),
  );
}

/** A first visit with an empty cache; the stored session stays. */
async function clearCache(context: BrowserContext): Promise<void> {
  const page = context.pages()[0] ?? (await context.newPage());
  const session = await context.newCDPSession(page);
  await session.send("Network.clearBrowserCache");
  await session.detach();
}

async function measure(
  browser: { port: number; forget: () => Promise<void> },
  url: string,
  { page, device, runs: count }: Pick<PageReport, "page" | "device"> & { runs: number },
): Promise<PageReport> {
  log(`Lighthouse, ${device}: ${page.path} …`);
  const runs: Audit[] = [];
  for (let run = 0; run < count; run += 1) {
    runs.push(await auditOnce(browser, url + page.path, device));
  }
  return { page, device, runs };
}

/** The browser's trace sometimes lacks its start. Nothing was measured then, so the run is repeated. */
async function auditOnce(
  browser: { port: number; forget: () => Promise<void> },
  address: string,
  device: Device,
): Promise<Audit> {
  for (let attempt = 1; ; attempt += 1) {
    await browser.forget();
    try {
      return await audit(address, browser.port, device);
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !(error instanceof TraceLostError)) throw error;
      log(`  ${error.message}; once more`);
    }
  }
}
