import { readFileSync, mkdirSync } from "node:fs";
import { chromium } from "@playwright/test";
import { openApi } from "@/tools/demo/api";
import { login } from "@/lib/contracts/accounts";
import { signedIn, storeSession } from "@/tools/demo/sample-product";
const [dir, out, ...paths] = process.argv.slice(2);
mkdirSync(out!, { recursive: true });
const { url, username, password } = JSON.parse(readFileSync(`${dir}/demo.json`, "utf8"));
const { token, user } = await openApi(url)(login, { body: { username, password } });
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium-headless-shell", args: ["--no-sandbox"] });
for (const [name, colorScheme, width] of [["", "light", 1440], ["-phone-dark", "dark", 390]] as const) {
  const context = await browser.newContext({ viewport: { width, height: width > 500 ? 900 : 844 }, colorScheme, reducedMotion: "reduce", locale: "en-NZ", timezoneId: "Pacific/Auckland" });
  await storeSession(context, { url, stored: signedIn(token, user) });
  for (const spec of paths) {
    const [path, label, click] = spec.split("|");
    const page = await context.newPage();
    await page.goto(url + path, { waitUntil: "networkidle" });
    if (click) for (const c of click.split(">")) { try { await page.getByText(c, { exact: false }).first().click({ timeout: 5000 }); await page.waitForLoadState("networkidle"); await page.waitForTimeout(400);} catch (e) { console.log("no", c); } }
    await page.waitForTimeout(600);
    await page.screenshot({ path: `${out}/${label}${name}.png`, fullPage: true });
    const text = await page.locator("body").innerText();
    if (width > 500) for (const l of text.split("\n")) if (/QuickBooks|Undeposited|\bIntuit\b/.test(l)) console.log(label, ":", l.slice(0, 160));
    await page.close();
  }
}
await browser.close();
