import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import {
  RESTORE_PART_BYTES,
  type RestoreProgress,
  restoreBegun,
  restoreProgress,
} from "@/lib/contracts/first-restore";

const PATIENCE_MS = 120_000;
const PAUSE_MS = 250;

/**
 * Gives a backup to an installation without accounts, as its first page does.
 * @returns how the restore ended, once the product is up again.
 */
export async function restoreFirst(
  baseUrl: string,
  file: string,
  appSecret = "",
): Promise<RestoreProgress> {
  const address = new URL("/api/restore", baseUrl);
  const backup = await readFile(file);
  const ask = async (init: RequestInit) => {
    const answer = await fetch(address, init);
    if (!answer.ok) throw new Error(`${init.method} answered ${answer.status}`);
    return answer.json();
  };
  const { token } = restoreBegun.parse(
    await ask({
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ size: backup.length, app_secret: appSecret }),
    }),
  );
  const authorization = `Bearer ${token}`;
  for (let sent = 0; sent < backup.length; sent += RESTORE_PART_BYTES) {
    const headers = { authorization, "upload-offset": String(sent) };
    const body = backup.subarray(sent, sent + RESTORE_PART_BYTES);
    await ask({ method: "PUT", headers, body });
  }
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(PAUSE_MS)) {
    const answer: unknown = await ask({ method: "GET", headers: { authorization } }).catch(
      // It stops and starts meanwhile.
      () => undefined,
    );
    const { data } = restoreProgress.safeParse(answer);
    if (data?.phase === "done" || data?.phase === "failed") return data;
  }
  throw new Error(`The restore didn't end within ${PATIENCE_MS / 1000} s.`);
}
