import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import {
  chmod,
  copyFile,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { beginTwoFactor } from "@/lib/contracts/two-factor";
import { signIn } from "@/tools/demo/account";
import { restoreFirst } from "@/tools/demo/restore-first";
import { emptyClone } from "@/tools/image/context";
import { findEngine } from "@/tools/image/engine";
import { freePort } from "@/tools/process/free-port";
import { type Scope, supervise } from "@/tools/process/supervise";
import { NpmScript } from "./scripts/npm-script";

/** What a script may write in the checkout; none does in its smallest form. */
const KEPT = ["docs/reports", "docs/screens", "public/screenshots", "prisma/migrations"];

let folder = "";
/** The DATA_DIR of one user, with a database that the scripts share as theirs do. */
let home = "";
let before: Record<string, string> = {};
const running: NpmScript[] = [];

beforeAll(async () => {
  before = await contents();
  folder = await mkdtemp(join(tmpdir(), "deposit-matcher-scripts-"));
  // As root, PostgreSQL runs as another user, who has to get through.
  await chmod(folder, 0o711);
  home = join(folder, "home");
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const script of running.splice(0)) await script.kill();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function contents(): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const kept of KEPT) {
    for (const entry of await readdir(kept, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = join(entry.parentPath, entry.name);
      found[file] = createHash("sha256")
        .update(await readFile(file))
        .digest("hex");
    }
  }
  return found;
}

/** `npm run NAME -- ARGUMENTS`; stopped at the end of the test where it still runs. */
function run(
  name: string,
  args: string[] = [],
  settings: Record<string, string> = {},
  checkout = ".",
): NpmScript {
  const script = new NpmScript(name, args, { DATA_DIR: home, ...settings }, checkout);
  running.push(script);
  return script;
}

/** Runs it to its end, which has to be a good one. */
async function finished(script: NpmScript): Promise<NpmScript> {
  expect(await script.ended, script.output).toBe(0);
  return script;
}

/**
 * Ctrl-C. The shell between npm and the script ends by the signal itself, so npm's code can be that: what counts is
 * that nothing is left behind and nothing complains.
 */
async function stopped(script: NpmScript): Promise<void> {
  expect([0, null], script.output).toContain(await script.interrupt());
  expect(script.output).not.toMatch(/unexpectedly|Error:/);
}

/** Stopped, with its port and its database released. */
async function stoppedWhole(script: NpmScript, url: string, dataDir = home): Promise<void> {
  expect(existsSync(join(dataDir, "postgres/cluster/postmaster.pid"))).toBe(true);
  await stopped(script);
  await expect(fetch(url)).rejects.toThrow("fetch failed");
  expect(existsSync(join(dataDir, "postgres/cluster/postmaster.pid"))).toBe(false);
}

const addressIn = async (script: NpmScript, pattern: RegExp) =>
  (await script.printed(pattern))[1] ?? "";

describe("the product on this machine", () => {
  it("build: has a build at its end", async () => {
    await finished(run("build"));
    expect(existsSync(".next/BUILD_ID")).toBe(true);
  });

  it("migrate: an empty folder gets a database, which is then up to date", async () => {
    expect((await finished(run("migrate"))).output).toMatch(/Applied \d+ migrations?\./);
    expect((await finished(run("migrate"))).output).toContain("The database is up to date.");
  });

  it("start and worker: someone signs up, and the worker sends the mail that proves the address", async () => {
    vi.stubEnv("SMTP_URL", "");
    const port = String(await freePort());
    const product = run("start", [], { PORT: port, WORKER: "off" });
    const url = await addressIn(product, /Deposit Matcher is up: (\S+)/);
    expect(url).toBe(`http://localhost:${port}`);
    expect((await fetch(`${url}/login`)).status).toBe(200);
    await product.printed(/Jobs don't run in this process: start npm run worker/);
    const worker = run("worker");
    await worker.printed(/The worker is running/);
    const { account, call } = await signIn(url, home);
    expect(account.username).toBe("demo");
    // Sealed with this installation's secret: what a restore needs its key for.
    await call(beginTwoFactor, { body: { current_password: account.password } });
    await stopped(worker);
    await stoppedWhole(product, url);
  });

  it("dev: answers with a page that it has just compiled", async () => {
    const dev = run("dev", [], { PORT: String(await freePort()) });
    const url = await addressIn(dev, /Deposit Matcher is up: (\S+)/);
    const page = await fetch(`${url}/login`);
    expect(page.status, dev.output).toBe(200);
    expect(await page.text()).toContain("Deposit Matcher");
    await stoppedWhole(dev, url);
  });

  it("test-mail: says why nothing was sent", async () => {
    vi.stubEnv("SMTP_URL", "");
    const script = run("test-mail", ["you@example.com"]);
    expect(await script.ended, script.output).toBe(1);
    expect(script.output).toContain("SMTP_URL isn't set: mails are kept as files in");
  });

  it("rotate-keys: ends with what it did", async () => {
    expect((await finished(run("rotate-keys"))).output).toMatch(/Done: \d+ values? re-encrypted/);
  });

  it("backup, restore and resume: into an empty database, and over the first one", async () => {
    const file = join(folder, "one.backup");
    const { output } = await finished(run("backup", [file]));
    expect(output).toContain(`Backup written: ${file}`);
    const counts = /Contents: (.*)\.\n/.exec(output)?.[1] ?? "";
    expect(counts).toContain("1 user,");
    const second = { DATA_DIR: join(folder, "second") };
    for (const restored of [run("restore", [file], second), run("restore", [file, "--replace"])]) {
      const { output: said } = await finished(restored);
      expect(said).toContain(`Restored: ${counts}`);
      expect(said).toContain("This copy is paused");
    }
    expect((await finished(run("resume"))).output).toContain("Resumed");
    expect((await finished(run("resume"))).output).toContain("Nothing was paused");
  });

  it("start: a new one restores that backup on its first page, takes its key, and its account signs in", async () => {
    const dataDir = join(folder, "third");
    const product = run("start", [], { PORT: String(await freePort()), DATA_DIR: dataDir });
    const url = await addressIn(product, /Deposit Matcher is up: (\S+)/);
    const offered = async () => (await (await fetch(`${url}/signup`)).text()).includes("/restore");
    expect(await offered()).toBe(true);
    const key = await readFile(join(home, "app-secret"), "utf8");
    const restored = await restoreFirst(url, join(folder, "one.backup"), key);
    expect(restored).toMatchObject({ phase: "done", error: "", key: "taken" });
    expect(restored.counts).toContain("1 user,");
    expect(await readFile(join(dataDir, "app-secret"), "utf8")).toBe(key);
    expect(await offered()).toBe(false);
    await copyFile(join(home, "demo-account.json"), join(dataDir, "demo-account.json"));
    expect((await signIn(url, dataDir)).account.username).toBe("demo");
    await stoppedWhole(product, url, dataDir);
  });
});

describe("commands for developers", () => {
  it("migration: writes nothing where nothing changed, and what a changed schema needs", async () => {
    const { output } = await finished(run("migration", ["--name", "nothing"]));
    expect(output).toContain("nothing to write");
    await supervise(async (scope) => {
      const sql = await migrationOfNewColumn(scope);
      expect(sql).toContain('ALTER TABLE "companies" ADD COLUMN     "nickname" TEXT;');
      return 0;
    });
  });

  it("match: Stripe's report against QuickBooks', as docs/match-command.md shows it", async () => {
    const sample = (name: string) => resolve("matching/tests/command/samples", `${name}.csv`);
    const deposits = ["--deposits", sample("stripe-payout-reconciliation")];
    const payments = ["--payments", sample("quickbooks-transaction-list-by-date")];
    const { result } = await finished(
      run("match", [...deposits, ...payments, "--format", "table"]),
    );
    expect(result).toContain("4 auto, 0 suggested; open: 1 line, 0 deposits, 1 payment");
  });

  it("test:flaky: a unit test passes under load", async () => {
    const one = "tests/unit/lib/backoff.test.ts";
    const { output } = await finished(run("test:flaky", ["1", one]));
    expect(output).toContain("Everything passed 1 of 1.");
  });

  it("demo: does the job, prints its address, and stops on Ctrl-C", async () => {
    const port = String(await freePort());
    const demo = run("demo", [], { PORT: port, DATA_DIR: join(folder, "demo") });
    const url = await addressIn(demo, /Deposit Matcher is running[\s\S]*?address +(\S+)/);
    expect(url).toBe(`http://localhost:${port}`);
    expect((await fetch(`${url}/api/health`)).status).toBe(200);
    const { summary } = JSON.parse(await readFile(join(folder, "demo", "demo.json"), "utf8"));
    expect(summary.posted).toBeGreaterThan(0);
    await stoppedWhole(demo, url, join(folder, "demo"));
  });

  it("screenshots: one screen in both looks, into a folder of its own", async () => {
    const pictures = join(folder, "pictures");
    await finished(run("screenshots", ["login", "--folder", pictures]));
    expect((await readdir(pictures)).sort()).toEqual(["login-phone-dark.png", "login.png"]);
    for (const name of await readdir(pictures)) {
      const picture = await readFile(join(pictures, name));
      expect(picture.subarray(1, 4).toString()).toBe("PNG");
      expect(picture.length).toBeGreaterThan(5_000);
    }
  });

  it("smoke:image: the main job in containers; without an engine it says what is missing", async () => {
    const script = run("smoke:image");
    if (await hasEngine()) {
      expect((await finished(script)).result).toMatch(/([1-9]\d*) deposits posted.*; \1 found/);
      return;
    }
    console.warn("smoke:image was not run: this machine has no Docker, Podman or Buildah.");
    expect(await script.ended, script.output).toBe(1);
    expect(script.output).toContain("needs Docker, Podman or Buildah");
  });
});

describe("benches on tiny inputs", () => {
  const FEW = "--companies 2 --deposits 10 --warm-up 1 --seconds 2 --connections 2 --webs 1".split(
    " ",
  );

  it("bench:matching", async () => {
    const parts = ["--parts", "accuracy,missing,speed", "--shapes", "donations"];
    const script = run("bench:matching", [...parts, "--lines", "300", "--sizes", "1k"]);
    expect((await finished(script)).result).toContain("donations");
  });

  it("bench:api", async () => {
    const { result } = await finished(run("bench:api", ["--smallest"]));
    expect(result).toContain("`/api/qb/deposit-status/`, page of 50");
  });

  it("bench:fair", async () => {
    const { result } = await finished(run("bench:fair", ["--smallest"]));
    expect(result).toContain("| meanwhile |");
  });

  it("bench:load", async () => {
    const { result } = await finished(run("bench:load", FEW));
    expect(result).toContain("2 companies");
  });

  it("bench:load --streams", async () => {
    const { result } = await finished(run("bench:load", ["--streams", "--smallest"]));
    expect(result).toContain("| 3 streams |");
  });

  it("bench:rolling", async () => {
    const { result } = await finished(run("bench:rolling", FEW));
    expect(result).toMatch(/web 1 \|[\s\S]*worker 2 \|/);
  });

  it("bench:reliability", async () => {
    const { result } = await finished(run("bench:reliability", ["--smallest"]));
    expect(result).toContain("minutes");
  });

  it("bench:sync", async () => {
    const { result } = await finished(run("bench:sync", ["--smallest"]));
    expect(result).toMatch(/Stripe \|[\s\S]*QuickBooks/);
  });

  it("bench:two-instances", async () => {
    const { result } = await finished(run("bench:two-instances", ["--smallest"]));
    expect(result).toContain("2 deposits, one after the other: 2 of them ended as one deposit");
    expect(result).toContain("2 payouts in Xero, at its pace: 2 of them ended as one transaction");
  });

  it("bench:web", async () => {
    const { result } = await finished(run("bench:web", ["--smallest"]));
    expect(result).toContain("→ Transactions");
  });
});

it("leaves reports, pictures and migrations as they were", async () => {
  expect(await contents()).toEqual(before);
});

/** In a checkout of its own, because it writes into the sources. */
async function migrationOfNewColumn(scope: Scope): Promise<string> {
  const clone = await emptyClone(scope);
  await symlink(resolve("node_modules"), join(clone, "node_modules"));
  const schema = join(clone, "prisma/schema.prisma");
  const text = await readFile(schema, "utf8");
  await writeFile(schema, text.replace(/^model Company \{$/m, "$&\n  nickname String?"));
  const script = run("migration", ["--name", "add_nickname"], {}, clone);
  const { output } = await finished(script);
  const file = /Wrote (\S+_add_nickname\/migration\.sql)/.exec(output)?.[1] ?? "";
  return readFile(join(clone, file), "utf8");
}

async function hasEngine(): Promise<boolean> {
  let found = false;
  await supervise(async (scope) => {
    found = await findEngine(scope, () => undefined).then(
      () => true,
      () => false,
    );
    return 0;
  });
  return found;
}
