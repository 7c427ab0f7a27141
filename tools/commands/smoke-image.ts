import { randomBytes } from "node:crypto";
import { chown, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { login } from "@/lib/contracts/accounts";
import { depositList } from "@/lib/contracts/deposits";
import { signIn } from "../demo/account";
import { type Call, openApi } from "../demo/api";
import { connectProviders } from "../demo/connect";
import { reconcile } from "../demo/reconcile";
import { restoreFirst } from "../demo/restore-first";
import { baseImage } from "../image/base";
import { emptyClone } from "../image/context";
import { type Engine, findEngine } from "../image/engine";
import { startMailServer } from "../image/mail-server";
import { startThrowawayPostgres } from "../postgres/throwaway-postgres";
import { freePort } from "../process/free-port";
import { type Scope, supervise } from "../process/supervise";
import { type Emulators, startEmulators } from "../product/emulators";

const WEB = "localhost/deposit-matcher-web:smoke";
const WORKER = "localhost/deposit-matcher-worker:smoke";
const ONE = "localhost/deposit-matcher-one:smoke";
const UP_WITHIN_MS = 120_000;
/** Where a container may write: its tmpfs, the volumes, and Next's cache. */
const WRITABLE = [
  ...["/proc", "/sys", "/dev", "/tmp", "/var/tmp", "/run", "/data", "/backups", "/app/.next/cache"],
];

const log = (line: string) => console.error(line);

/**
 * `npm run smoke:image`: builds the real Dockerfile from a clone's files, starts the image as user
 * 1000 on a tree that this user can't write, and does the main job over HTTP. Then the image with everything inside:
 * the first account, a restart, and a backup restored on the first page of a new one. `-- one` tries only that.
 */
export function main(args: string[]): Promise<number> {
  // The containers get a mail server of the check, whatever this machine's .env says.
  delete process.env.SMTP_URL;
  return supervise(async (scope) => {
    const engine = await findEngine(scope, log);
    log(`Building with ${engine.name} …`);
    const build = await builder(scope, engine);
    await build("one", ONE);
    await requireReadOnly(engine, ONE);
    await tryOne(scope, engine);
    console.log(
      `Image "one" built with ${engine.name}, run as user 1000: first account, restart, backup and restore on a first page.`,
    );
    if (args.includes("one")) return 0;
    await build("worker", WORKER);
    await build("web", WEB);
    for (const tag of [WEB, WORKER]) await requireReadOnly(engine, tag);
    const { url, emulators, dataDir } = await start(scope, engine);
    log(`The image is running at ${url}; running the main workflow …`);
    const { call } = await signIn(url, dataDir);
    await connectProviders(call, emulators);
    const { posted, matched, suggested, pending } = await reconcile(call, log);
    const inBooks = await depositsInBooks(call, emulators);
    console.log(
      `Image built with ${engine.name}, run as user 1000 on a read-only tree: ${posted} deposits posted, ${matched} matched, ${suggested} suggested, ${pending} pending; ${inBooks} found in QuickBooks.`,
    );
    if (posted > 0 && inBooks === posted) return 0;
    log("The main workflow failed.");
    return 1;
  });
}

async function builder(scope: Scope, engine: Engine) {
  const context = await emptyClone(scope);
  const base = await baseImage(scope, engine, log);
  const registry = process.env.npm_config_registry;
  const args = { BASE_IMAGE: base, ...(registry && { NPM_REGISTRY: registry }) };
  return (target: string, tag: string) => engine.build({ context, target, tag, args });
}

/** @throws Error that names what user 1000 could change. */
async function requireReadOnly(engine: Engine, tag: string): Promise<void> {
  const found: string[] = [];
  const pruned = WRITABLE.map((path) => `-path ${path}`).join(" -o ");
  // An unreadable path is not writable either: find reports it and continues.
  const look = `find / -xdev \\( ${pruned} \\) -prune -o ! -type l -writable -print 2>/dev/null`;
  const command = ["sh", "-c", `command -v find >/dev/null || exit 3; ${look}; exit 0`];
  const child = await engine.start({ tag, command, env: {}, onLine: (line) => found.push(line) });
  const code = await child.exited;
  if (code === 0 && found.length === 0) return;
  throw new Error(`${tag}: find ended with ${code}; user 1000 can write\n${found.join("\n")}`);
}

/** What a newcomer does with one container and one volume. @throws Error that says what failed. */
async function tryOne(scope: Scope, engine: Engine): Promise<void> {
  const data = await newVolume(scope);
  const { account } = await whileUp(engine, data, (url) => signIn(url, data));
  const key = await readFile(join(data, "app-secret"), "utf8");
  const enter = (url: string) => openApi(url)(login, { body: account });
  await whileUp(engine, data, enter);
  if ((await readFile(join(data, "app-secret"), "utf8")) !== key) throw new Error("A new secret");
  const command = ["node", "tools/run.mjs", "backup", "--portable"];
  const writing = await engine.start({ tag: ONE, data, env: {}, command });
  const [backup] = (await writing.exited) === 0 ? await readdir(join(data, "backups")) : [];
  if (!backup) throw new Error(`The backup failed:\n${writing.tail()}`);
  await whileUp(engine, await newVolume(scope), async (url) => {
    const restored = await restoreFirst(url, join(data, "backups", backup), key);
    if (restored.phase !== "done") throw new Error(`The restore failed: ${restored.error}`);
    await enter(url);
  });
}

async function newVolume(scope: Scope): Promise<string> {
  const folder = await scope.acquire(
    () => mkdtemp(join(tmpdir(), "deposit-matcher-volume-")),
    (held) => rm(held, { recursive: true, force: true }),
  );
  if (process.getuid?.() === 0) await chown(folder, 1000, 1000);
  return folder;
}

/** Runs the image on a volume, and stops it after the work. */
async function whileUp<T>(
  engine: Engine,
  data: string,
  work: (url: string) => Promise<T>,
): Promise<T> {
  let result: T | undefined;
  await supervise(async (scope) => {
    const port = String(await freePort());
    const env = { PORT: port };
    const command = commandOf("one");
    const running = await engine.start({ tag: ONE, command, env, data, within: scope });
    const url = `http://localhost:${port}`;
    const died = running.exited.then((code) => {
      throw new Error(`The container stopped (${code}):\n${running.tail()}`);
    });
    result = await Promise.race([untilUp(url).then(() => work(url)), died]);
    return 0;
  });
  return result as T;
}

async function start(scope: Scope, engine: Engine) {
  const database = await scope.acquire(
    () => startThrowawayPostgres(log),
    (held) => held.release(),
  );
  const emulators = await startEmulators(scope, { paypal: true });
  // The mail with the confirmation link would otherwise stay in the container.
  const smtp = await startMailServer(scope, database.dataDir);
  const port = String(await freePort());
  const url = `http://localhost:${port}`;
  const env = {
    DATABASE_URL: database.productUrl(),
    APP_SECRET: randomBytes(33).toString("base64"),
    APP_URL: url,
    PORT: port,
    SMTP_URL: smtp,
    ...(emulators.env as Record<string, string>),
  };
  log("Migrating …");
  const migrating = await engine.start({
    tag: WORKER,
    command: commandOf("migrate"),
    env: { ...env, MIGRATE_DATABASE_URL: database.url() },
  });
  const migrated = await migrating.exited;
  if (migrated !== 0) throw new Error(`Migrations failed (${migrated}):\n${migrating.tail()}`);
  const web = await engine.start({ tag: WEB, command: commandOf("web"), env });
  const worker = await engine.start({ tag: WORKER, command: commandOf("worker"), env });
  const died = Promise.race(
    [web, worker].map(({ exited, tail }) =>
      exited.then((result) => {
        throw new Error(`A container stopped (${result}):\n${tail()}`);
      }),
    ),
  );
  died.catch(() => undefined);
  await Promise.race([untilUp(url), died]);
  return { url, emulators, dataDir: database.dataDir };
}

/** As in the Dockerfile and docker-compose.yml: buildah doesn't run CMD on its own. */
function commandOf(service: "migrate" | "one" | "web" | "worker"): string[] {
  if (service === "one") return ["node", "tools/run.mjs", "start"];
  if (service === "web") return ["node", "--max-semi-space-size=32", "server.js"];
  const program = service === "migrate" ? "prisma/deploy.ts" : "server/worker/main.ts";
  return ["node", "--import", "tsx", program];
}

async function untilUp(url: string): Promise<void> {
  const deadline = Date.now() + UP_WITHIN_MS;
  while (Date.now() < deadline) {
    const signal = AbortSignal.timeout(5_000);
    const answer = await fetch(`${url}/api/health`, { signal }).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(250);
  }
  throw new Error(`The web container didn't start within ${UP_WITHIN_MS / 1000} s.`);
}

/** How many posted deposits have their Deposit in the books, including one created by another app. */
async function depositsInBooks(call: Call, emulators: Emulators): Promise<number> {
  const answer = await fetch(`${emulators.control.url}/state`);
  const books = (await answer.json()) as { deposits: { id: string }[] };
  const held = new Set(books.deposits.map(({ id }) => id));
  const { deposits } = await call(depositList);
  return deposits.filter((one) => one.status === "posted" && held.has(String(one.quickbook_id)))
    .length;
}
