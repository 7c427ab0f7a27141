import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

/** Tells this process from an earlier one with the same id: in a container, the first process always has 1. */
const ME = `${process.pid} ${randomUUID()}`;

/**
 * Runs `work` while holding the lock file at `path`, so that concurrent commands take turns. A dead owner's
 * lock is taken over. Calls `onWait` once when it has to wait.
 */
export async function withLockFile(path, work, { onWait = () => {}, timeoutMs = 600_000 } = {}) {
  const deadline = Date.now() + timeoutMs;
  for (let waited = false; !(await tryAcquire(path)); waited = true) {
    if (!waited) onWait();
    if (Date.now() > deadline) {
      throw new Error(
        `Another command still holds ${path}. If no command is running, delete that file.`,
      );
    }
    await sleep(150);
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function tryAcquire(path) {
  // Written to a temporary file and linked: the lock never exists without its owner's id.
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, ME, { mode: 0o600 });
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const owner = await readFile(path, "utf8").catch(() => "");
  const pid = Number.parseInt(owner, 10);
  if (!pid || owner === ME || (pid !== process.pid && isAlive(pid))) return false;
  // Only one contender's rename succeeds; the others find nothing to rename.
  await rename(path, draft).catch(ignoreMissing);
  await rm(draft, { force: true });
  return tryAcquire(path);
}

function ignoreMissing(error) {
  if (error.code !== "ENOENT") throw error;
}

/** Whether a process with this id exists, including one of another user. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
