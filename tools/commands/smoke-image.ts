import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { depositList } from "@/lib/contracts/deposits";
import { signIn } from "../demo/account";
import type { Call } from "../demo/api";
import { connectProviders } from "../demo/connect";
import { reconcile } from "../demo/reconcile";
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
const UP_WITHIN_MS = 120_000;
/** Where a container may write: its tmpfs and the volume. */
const WRITABLE = ["/proc", "/sys", "/dev", "/tmp", "/var/tmp", "/run", "/data", "/backups"];

const log = (line: string) => console.error(line);

/**
 * `npm run smoke:image`: builds the real Dockerfile from a clone's files, starts the image as user
 * 1000 on a tree that this user can't write, and does the main job over HTTP.
 */
export function main(): Promise<number> {
  // The containers get a mail server of the check, whatever this machine's .env says.
  delete process.env.SMTP_URL;
  return supervise(async (scope) => {
    const engine = await findEngine(scope, log);
    log(`Building with ${engine.name} …`);
    await build(scope, engine);
    await requireReadOnly(engine);
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

async function build(scope: Scope, engine: Engine): Promise<void> {
  const context = await emptyClone(scope);
  const base = await baseImage(scope, engine, log);
  const registry = process.env.npm_config_registry;
  const args = { BASE_IMAGE: base, ...(registry && { NPM_REGISTRY: registry }) };
  await engine.build({ context, target: "worker", tag: WORKER, args });
  await engine.build({ context, target: "web", tag: WEB, args });
}

/** @throws Error that names what user 1000 could change. */
async function requireReadOnly(engine: Engine): Promise<void> {
  for (const tag of [WEB, WORKER]) {
    const found: string[] = [];
    const pruned = WRITABLE.map((path) => `-path ${path}`).join(" -o ");
    // An unreadable path is not writable either: find reports it and continues.
    const look = `find / -xdev \\( ${pruned} \\) -prune -o ! -type l -writable -print 2>/dev/null`;
    const command = ["sh", "-c", `command -v find >/dev/null || exit 3; ${look}; exit 0`];
    const child = await engine.start({ tag, command, env: {}, onLine: (line) => found.push(line) });
    const code = await child.exited;
    if (code !== 0 || found.length > 0) {
      throw new Error(`${tag}: find ended with ${code}; user 1000 can write\n${found.join("\n")}`);
    }
  }
}

async function start(scope: Scope, engine: Engine) {
  const database = await scope.acquire(
    () => startThrowawayPostgres(log),
    (held) => held.release(),
  );
  const emulators = await startEmulators(scope);
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
function commandOf(service: "migrate" | "web" | "worker"): string[] {
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
