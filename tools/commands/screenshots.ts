import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { Browser, Page } from "@playwright/test";
import {
  addWebhook,
  openBrowser,
  pause,
  type SampleProduct,
  signUpBookkeeper,
  startSampleProduct,
  storeSession,
} from "../demo/sample-product";
import { SCREENS, type Screen } from "../demo/screens";
import { toWebp } from "../demo/to-webp";
import { supervise } from "../process/supervise";

const DOCS = fileURLToPath(new URL("../../docs/screens", import.meta.url));
const PUBLIC = fileURLToPath(new URL("../../public/screenshots", import.meta.url));

const log = (line: string) => console.error(line);

interface Look {
  /** Suffix of the file's name. */
  suffix: string;
  colorScheme: "light" | "dark";
  viewport: { width: number; height: number };
  /** Device pixels per pixel; 1 by default. */
  density?: number;
  /** The full page instead of the first view; sticky footers would appear in the middle. */
  whole?: boolean;
  /** For visitors' browsers: smaller. */
  format?: "webp";
}

type SignedIn = Pick<SampleProduct, "url" | "stored">;

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const DOCUMENTED: Look[] = [
  { suffix: "", colorScheme: "light", viewport: DESKTOP, whole: true },
  { suffix: "-phone-dark", colorScheme: "dark", viewport: PHONE },
];
/** Shown on the landing page; its phone picture is shorter. */
const SHORT_PHONE = { width: 390, height: 560 };
const SHOWN: Look[] = [
  { suffix: "", colorScheme: "light", viewport: DESKTOP, format: "webp" },
  { suffix: "-dark", colorScheme: "dark", viewport: DESKTOP, format: "webp" },
  {
    ...{ suffix: "-phone", colorScheme: "light", viewport: SHORT_PHONE },
    ...{ density: 2, format: "webp" },
  },
  {
    ...{ suffix: "-phone-dark", colorScheme: "dark", viewport: SHORT_PHONE },
    ...{ density: 2, format: "webp" },
  },
];

/**
 * `npm run screenshots [-- names]`: retakes the pictures of docs/screens.md, the README and the landing page,
 * from the production build with the sample company. `--folder DIR` puts all of them there instead.
 * @throws Error that names an unknown screen.
 */
export function main(args: string[]): Promise<number> {
  const { positionals: names, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { folder: { type: "string" } },
  });
  const unknown = names.filter((name) => SCREENS.every((screen) => screen.name !== name));
  if (unknown.length > 0) throw new Error(`There is no screen "${unknown.join('", "')}".`);
  const documented = values.folder ?? DOCS;
  const shown = values.folder ?? PUBLIC;
  return supervise(async (scope) => {
    const browser = await openBrowser(scope, log);
    const wanted = SCREENS.filter(({ name }) => names.length === 0 || names.includes(name));
    const shootDuring = async (
      state: Screen["during"],
      signIn: (screen: Screen) => SignedIn | Promise<SignedIn>,
    ) => {
      for (const screen of wanted.filter(({ during }) => during === state)) {
        const signedIn = await signIn(screen);
        for (const look of DOCUMENTED) await shoot(browser, signedIn, screen, look, documented);
        if (screen.name !== "dashboard") continue;
        for (const look of SHOWN) await shoot(browser, signedIn, screen, look, shown);
      }
    };
    const product = await startSampleProduct(scope, log, (url) =>
      shootDuring("new", () => ({ url, stored: {} })),
    );
    await addWebhook(scope, product);
    await shootDuring(undefined, async ({ ofBookkeeper }) =>
      ofBookkeeper ? { url: product.url, stored: await signUpBookkeeper(product) } : product,
    );
    await pause(product);
    await shootDuring("paused", () => product);
    return 0;
  });
}

async function shoot(
  browser: Browser,
  product: SignedIn,
  { name, path, isPublic, isLong, prepare }: Screen,
  { suffix, colorScheme, viewport, density = 1, whole = false, format }: Look,
  folder: string,
): Promise<void> {
  log(`Taking ${name}${suffix} …`);
  const context = await browser.newContext({
    viewport,
    deviceScaleFactor: density,
    colorScheme,
    reducedMotion: "reduce",
    locale: "en-US",
    timezoneId: "America/New_York",
  });
  if (!isPublic) await storeSession(context, product);
  const page = await context.newPage();
  await page.goto(product.url + path);
  await settled(page);
  await prepare?.(page);
  await settled(page);
  await mkdir(folder, { recursive: true });
  const png = await page.screenshot({ fullPage: whole && !isLong });
  const picture = format === "webp" ? await toWebp(page, png) : png;
  await writeFile(join(folder, `${name}${suffix}.${format ?? "png"}`), picture);
  await context.close();
}

const LOADING = "[aria-busy=true], [data-slot=skeleton], [data-slot=spinner]";

/** Loaded down to the foot of the page: no request is pending and no placeholder is left. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.waitForFunction((loading) => {
    // Some parts load only when they are near the view.
    window.scrollTo(0, document.body.scrollHeight);
    return document.querySelector(loading) === null;
  }, LOADING);
  await page.evaluate(() => window.scrollTo(0, 0));
}
