import type { RestoreProgress } from "@/lib/contracts/first-restore";
import { delay } from "@/lib/delay";
import { isRecord, parseJson } from "@/lib/json";

const ADDRESS = "/api/restore";
const ASK_EVERY_MS = 1_000;
/** How long a part is retried while the connection fails. */
const PATIENCE_MS = 60_000;

/** The server's refusal, in words for the user. */
class RefusedError extends Error {}

/**
 * Uploads a backup in parts and follows its restore, during which the server is away for moments.
 * @returns how it ended.
 * @throws Error in words for the user.
 */
export async function sendBackup(
  file: File,
  appSecret: string,
  show: (progress: RestoreProgress) => void,
): Promise<RestoreProgress> {
  const { restoreBegun, RESTORE_PART_BYTES } = await import("@/lib/contracts/first-restore");
  const { token } = restoreBegun.parse(
    await ask("POST", {
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ size: file.size, app_secret: appSecret }),
    }),
  );
  const authorization = `Bearer ${token}`;
  let progress: RestoreProgress;
  let sent = 0;
  do {
    const body = file.slice(sent, sent + RESTORE_PART_BYTES);
    const headers = {
      authorization,
      "content-type": "application/octet-stream",
      "upload-offset": String(sent),
    };
    progress = await patiently(() => ask("PUT", { headers, body }));
    sent = progress.received;
    show(progress);
  } while (progress.phase === "uploading");
  return follow(authorization, show);
}

async function follow(
  authorization: string,
  show: (progress: RestoreProgress) => void,
): Promise<RestoreProgress> {
  for (;;) {
    await delay(ASK_EVERY_MS);
    // The server stops and starts meanwhile, which takes as long as it takes.
    const progress = await ask("GET", { headers: { authorization } }).catch(orNothing);
    if (!progress) continue;
    show(progress);
    if (progress.phase === "done" || progress.phase === "failed") return progress;
  }
}

async function patiently<T>(send: () => Promise<T>): Promise<T> {
  for (const until = Date.now() + PATIENCE_MS; ; await delay(ASK_EVERY_MS)) {
    const answer = await send().catch(orNothing);
    if (answer) return answer;
    if (Date.now() > until) throw new Error("The connection to the server was lost.");
  }
}

/** @throws a refusal; anything else may pass. */
function orNothing(error: unknown): undefined {
  if (error instanceof RefusedError) throw error;
  return undefined;
}

async function ask(method: string, init: RequestInit): Promise<RestoreProgress> {
  const answer = await fetch(ADDRESS, { ...init, method, cache: "no-store" });
  const body = parseJson(await answer.text());
  if (answer.ok) return body as RestoreProgress;
  // 503 and the like come from the launcher while it restores, or from a proxy.
  const message = isRecord(body) ? body.message : undefined;
  if (answer.status < 500 && typeof message === "string") throw new RefusedError(message);
  throw new Error(`The server answered ${answer.status}.`);
}
