import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { Browser, Page } from "@playwright/test";
import { PICTURE_LOOKS, PICTURE_SIZES } from "@/lib/constants/landing-pictures";
import {
  addWebhook,
  openBrowser,
  pause,
  type SampleProduct,
  signUpBookkeeper,
  startSampleProduct,
  storeSession,
} from "../demo/sample-product";
import { PICTURES, type Picture, SCREENS, type Screen } from "../demo/screens";
import { toWebp } from "../demo/to-webp";
import { supervise } from "../process/supervise";

const DOCS = fileURLToPath(new URL("../../docs/screens", import.meta.url));
const PUBLIC = fileURLToPath(new URL("../../public/screenshots", import.meta.url));

const log = (line: string) => console.error(line);

/** Sharp on phones and good screens, at little more weight. */
const DENSITY = 1.5;

interface Look {
  /** Suffix of the file's name. */
  suffix: string;
  colorScheme: "light" | "dark";
  viewport: { width: number; height: number };
  /** Device pixels per pixel; 1 by default. */
  density?: number;
  /** The full page instead of the first view; sticky footers would appear in the middle. */
  whole?: boolean;
}

type SignedIn = Pick<SampleProduct, "url" | "stored">;

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const DOCUMENTED: Look[] = [
  { suffix: "", colorScheme: "light", viewport: DESKTOP, whole: true },
  { suffix: "-phone-dark", colorScheme: "dark", viewport: PHONE },
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
  const unknown = names.filter((name) =>
    [...SCREENS, ...PICTURES].every((each) => each.name !== name),
  );
  if (unknown.length > 0) throw new Error(`There is no screen "${unknown.join('", "')}".`);
  const documented = values.folder ?? DOCS;
  const shown = values.folder ?? PUBLIC;
  return supervise(async (scope) => {
    const browser = await openBrowser(scope, log);
    const isWanted = ({ name }: Screen) => names.length === 0 || names.includes(name);
    const shootDuring = async (
      state: Screen["during"],
      signIn: (screen: Screen) => SignedIn | Promise<SignedIn>,
    ) => {
      for (const screen of SCREENS.filter((each) => isWanted(each) && each.during === state)) {
        const signedIn = await signIn(screen);
        for (const look of DOCUMENTED) await shoot(browser, signedIn, screen, look, documented);
      }
    };
    const product = await startSampleProduct(scope, log, (url) =>
      shootDuring("new", () => ({ url, stored: {} })),
    );
    await addWebhook(scope, product);
    for (const picture of PICTURES.filter(isWanted)) await take(browser, product, picture, shown);
    await shootDuring(undefined, async ({ ofBookkeeper }) =>
      ofBookkeeper ? { url: product.url, stored: await signUpBookkeeper(product) } : product,
    );
    await pause(product);
    await shootDuring("paused", () => product);
    return 0;
  });
}

/** A picture of a screen for the documents. */
async function shoot(
  browser: Browser,
  product: SignedIn,
  screen: Screen,
  look: Look,
  folder: string,
): Promise<void> {
  const page = await show(browser, product, screen, look);
  const fullPage = look.whole === true && screen.isLong !== true;
  await store(folder, `${screen.name}${look.suffix}.png`, await page.screenshot({ fullPage }));
  await page.context().close();
}

/** A picture of the landing page, in each of its looks: as WebP, for visitors' browsers. */
async function take(
  browser: Browser,
  product: SignedIn,
  picture: Picture,
  folder: string,
): Promise<void> {
  for (const { suffix, size, colorScheme } of PICTURE_LOOKS) {
    const { width, height } = PICTURE_SIZES[picture.name][size];
    const viewport = { width, height: 2 * height };
    const look = { suffix, colorScheme, viewport, density: DENSITY };
    const page = await show(browser, product, picture, look);
    const top = (await picture.part(page).boundingBox())?.y ?? 0;
    const clip = { x: 0, y: top, width, height };
    const png = await page.screenshot({ fullPage: true, clip });
    await store(folder, `${picture.name}${suffix}.webp`, await toWebp(page, png));
    await page.context().close();
  }
}

async function store(folder: string, file: string, picture: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, file), picture);
}

/** A screen in a look, loaded and prepared, in a context of its own. */
async function show(
  browser: Browser,
  product: SignedIn,
  { name, path, isPublic, prepare }: Screen,
  { suffix, colorScheme, viewport, density = 1 }: Look,
): Promise<Page> {
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
  return page;
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
