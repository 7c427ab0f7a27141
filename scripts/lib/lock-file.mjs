import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Runs `work` while holding the lock file at `path`, so that two commands started at once take
 * turns. A lock whose owner is dead is taken over. `onWait` is called once when we have to wait.
 */
export async function withLockFile(path, work, { onWait = () => {}, timeoutMs = 600_000 } = {}) {
  const deadline = Date.now() + timeoutMs;
  for (let waited = false; !(await tryAcquire(path)); waited = true) {
    if (!waited) onWait();
    if (Date.now() > deadline) {
      throw new Error(
        `Another command has held ${path} for too long; remove that file if none runs.`,
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
  // Written aside and linked: the lock never exists without the name of its owner.
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, String(process.pid), { mode: 0o600 });
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const owner = Number(await readFile(path, "utf8").catch(() => ""));
  if (!owner || isAlive(owner)) return false;
  // Renaming is what one contender can win: whoever comes second finds nothing to rename.
  await rename(path, draft).catch(ignoreMissing);
  await rm(draft, { force: true });
  return tryAcquire(path);
}

function ignoreMissing(error) {
  if (error.code !== "ENOENT") throw error;
}

/** Whether a process with this id exists, also one that belongs to another user. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
