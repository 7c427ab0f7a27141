import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type BrowserContext, chromium } from "@playwright/test";
import { startSampleProduct, storeSession } from "@/tools/demo/sample-product";
import { findChromium } from "@/tools/process/find-chromium";
import { freePort } from "@/tools/process/free-port";
import { type Scope, supervise } from "@/tools/process/supervise";
import { type Audit, audit, type Device, TraceLostError } from "./audit";
import { type MeasuredPage, PAGES } from "./pages";
import { allMet, document, type PageReport, render } from "./report";

const REPORT = fileURLToPath(new URL("../../docs/reports/web.md", import.meta.url));
/** One run's figures depend on the machine's other load; the median of these is reported. */
const RUNS = 3;
const MAX_ATTEMPTS = 3;
const DEVICES = ["mobile", "desktop"] as const satisfies Device[];

const log = (line: string) => console.error(line);

/**
 * `npm run bench:web`: Lighthouse on the production build with the sample company, on a simulated phone and
 * on a desktop.
 * @returns the exit code: 0 targets met, 1 missed or failed
 */
export function main(): Promise<number> {
  return supervise(async (scope) => {
    const product = await startSampleProduct(scope, log);
    const port = await freePort();
    const context = await openContext(scope, port);
    const browser = { port, forget: () => clearCache(context) };
    const reports: PageReport[] = [];
    for (const signedIn of [false, true]) {
      if (signedIn) await storeSession(context, product);
      for (const page of PAGES.filter((each) => each.signedIn === signedIn)) {
        for (const device of DEVICES)
          reports.push(await measure(browser, product.url, page, device));
      }
    }
    reports.sort((a, b) => DEVICES.indexOf(a.device) - DEVICES.indexOf(b.device));
    const tables = render(reports);
    console.log(tables);
    await writeFile(REPORT, document(tables, new Date().toISOString().slice(0, 10)));
    log("docs/reports/web.md written");
    return allMet(reports) ? 0 : 1;
  });
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
  page: MeasuredPage,
  device: Device,
): Promise<PageReport> {
  log(`Lighthouse, ${device}: ${page.path} …`);
  const runs: Audit[] = [];
  for (let run = 0; run < RUNS; run += 1) {
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
