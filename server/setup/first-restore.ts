import { mkdir, open, readFile, rename, rm, stat, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  RESTORE_FILES,
  type RestoreProgress,
  type StoredRestore,
  storedRestore,
} from "@/lib/contracts/first-restore";
import { isBearer } from "@/server/platform/crypto/tokens";
import { randomToken } from "@/server/platform/crypto/tokens";
import { getEnv } from "@/server/platform/env";
import { ConflictError, NotFoundError, UnusableInputError } from "@/server/platform/errors";
import { hasAccounts } from "./has-accounts";

/** What an upload leaves free: the database grows beside it. */
const RESERVE_BYTES = 512 * 1024 ** 2;
const MB = 1_000_000;

/** Whether a command of ours started this process and restores what is uploaded. */
export function canRestoreHere(): boolean {
  return getEnv().DEPOSIT_MATCHER_RESTORES !== undefined;
}

/**
 * Begins the upload of a backup, in place of an earlier one that wasn't finished.
 * @returns the bearer token of what follows.
 * @throws ConflictError once there is an account, or while another backup is being restored; UnusableInputError for a file
 * that the disk has no room for.
 */
export async function beginRestore({
  size,
  app_secret,
}: {
  size: number;
  app_secret: string;
}): Promise<{ token: string }> {
  await requireNoAccounts();
  const before = await readState();
  if (before && before.phase !== "uploading" && before.phase !== "failed") {
    throw new ConflictError("run_in_progress", "A backup is being restored already.");
  }
  await mkdir(folder(), { recursive: true, mode: 0o700 });
  await rm(upload(), { force: true });
  const { bavail, bsize } = await statfs(folder());
  const room = bavail * bsize - RESERVE_BYTES;
  if (size > room) {
    const most = Math.max(0, Math.floor(room / MB));
    throw new UnusableInputError(
      `The backup has ${Math.ceil(size / MB)} MB, and the server's disk has room for ${most} MB. Free some space, then try again.`,
    );
  }
  await writeFile(upload(), "", { mode: 0o600 });
  const token = randomToken();
  const nothingYet = { step: "", error: "", counts: "", key: "fits" } as const;
  await writeState({
    phase: "uploading",
    size,
    token,
    app_secret: app_secret.trim(),
    ...nothingYet,
  });
  return { token };
}

/**
 * Writes a part of the backup at its place; a part may come twice. The last one hands the backup over to be restored.
 * @param authorization the request's header
 * @throws NotFoundError without the token; ConflictError for a part that doesn't follow, or once there is an account.
 */
export async function appendToRestore(
  authorization: string,
  offset: number,
  part: Uint8Array,
): Promise<RestoreProgress> {
  const state = await requireState(authorization);
  if (state.phase !== "uploading") return shown(state);
  if (offset > (await received()) || offset + part.length > state.size) {
    throw new ConflictError("changed_meanwhile", "This part doesn't follow what has arrived.");
  }
  const file = await open(upload(), "r+");
  await file.write(part, 0, part.length, offset).finally(() => file.close());
  if ((await received()) < state.size) return shown(state);
  await requireNoAccounts();
  const waiting = { ...state, phase: "waiting" } as const;
  await writeState(waiting);
  return shown(waiting);
}

/** How far it is. @throws NotFoundError without the token. */
export async function readRestore(authorization: string): Promise<RestoreProgress> {
  return shown(await requireState(authorization));
}

async function requireNoAccounts(): Promise<void> {
  if (!(await hasAccounts())) return;
  throw new ConflictError(
    "already_exists",
    "This installation has an account. Only its operator can restore a backup now: npm run restore.",
  );
}

async function requireState(authorization: string): Promise<StoredRestore> {
  const state = await readState();
  if (state && isBearer(authorization, state.token)) return state;
  throw new NotFoundError("This restore was interrupted, or replaced by another.");
}

async function shown({
  token: _,
  app_secret: __,
  ...state
}: StoredRestore): Promise<RestoreProgress> {
  return { ...state, received: state.phase === "uploading" ? await received() : state.size };
}

const folder = () => join(getEnv().DATA_DIR, RESTORE_FILES.folder);
const upload = () => join(folder(), RESTORE_FILES.upload);
const stateFile = () => join(folder(), RESTORE_FILES.state);

async function received(): Promise<number> {
  return (await stat(upload())).size;
}

async function readState(): Promise<StoredRestore | undefined> {
  const text = await readFile(stateFile(), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  return text === undefined ? undefined : storedRestore.parse(JSON.parse(text));
}

/** Completely or not at all: the command that started this process reads it at any time. */
async function writeState(state: StoredRestore): Promise<void> {
  const draft = `${stateFile()}.part`;
  await writeFile(draft, JSON.stringify(state), { mode: 0o600 });
  await rename(draft, stateFile());
}
