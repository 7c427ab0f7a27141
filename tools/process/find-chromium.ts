import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, resolve } from "node:path";
import { chromium } from "@playwright/test";
import { runChild } from "./child";
import type { Scope } from "./supervise";

const installed = [
  // Without a window's parts: a fifth less work for the same pages.
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

const downloadTimeoutSeconds = 120;

/** Path of Playwright's command line program, to run with Node. */
export function playwrightProgram(): string {
  return createRequire(import.meta.url).resolve("@playwright/test/cli");
}

/**
 * The Chromium for the end-to-end tests: an installed one, Playwright's own, or a new one from Playwright's
 * download or (root on Debian) from Debian. Throws when there is none.
 */
export async function findChromium(scope: Scope, log: (line: string) => void): Promise<string> {
  return (
    installedChromium() ??
    (await downloadedChromium(scope, log)) ??
    (await debianChromium(scope, log)) ??
    fail()
  );
}

function installedChromium(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const paths = installed.flatMap((name) => folders.map((folder) => resolve(folder, name)));
  return [...paths, chromium.executablePath()].find((path) => existsSync(path) && runs(path));
}

/** Whether it starts; some systems ship a stub that only prints how to install it. */
function runs(path: string): boolean {
  return spawnSync(path, ["--version"], { timeout: 20_000, stdio: "ignore" }).status === 0;
}

async function downloadedChromium(scope: Scope, log: (line: string) => void) {
  log("Chromium isn't installed; downloading Playwright's …");
  const args = [playwrightProgram(), "install", "chromium"];
  const limit = AbortSignal.timeout(downloadTimeoutSeconds * 1000);
  await Promise.race([
    runChild(scope, process.execPath, args, { onLine: log }),
    new Promise((done) => limit.addEventListener("abort", done)),
  ]);
  return installedChromium();
}

async function debianChromium(scope: Scope, log: (line: string) => void) {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return undefined;
  log("That failed; installing Debian's Chromium …");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await runChild(scope, "apt-get", ["update", "-qq"], { env });
  for (const name of ["chromium-headless-shell", "chromium"]) {
    const code = await runChild(scope, "apt-get", ["install", "-y", "-qq", name], { env });
    if (code === 0) break;
  }
  return installedChromium();
}

function fail(): never {
  throw new Error("The end-to-end tests need Chromium or Chrome. Install one of them.");
}
