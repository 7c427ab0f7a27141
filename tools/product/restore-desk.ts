import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { RESTORE_FILES, type StoredRestore, storedRestore } from "@/lib/contracts/first-restore";
import { writeFileAtomically } from "../process/atomic-file";
import { dataDir } from "./settings";

const LOOK_EVERY_MS = 500;

const folder = () => join(dataDir(), RESTORE_FILES.folder);
const stateFile = () => join(folder(), RESTORE_FILES.state);

/** The backup that the product's first page was given. */
export const uploadedBackup = () => join(folder(), RESTORE_FILES.upload);

/** What the first page and this command know of a restore; undefined when there is none. */
export async function readRestore(): Promise<StoredRestore | undefined> {
  const text = await readFile(stateFile(), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  return text === undefined ? undefined : storedRestore.parse(JSON.parse(text));
}

/** Tells the page; while the product runs, only it writes. */
export async function noteRestore(change: Partial<StoredRestore>): Promise<void> {
  const state = await readRestore();
  if (state) await writeFileAtomically(stateFile(), JSON.stringify({ ...state, ...change }));
}

/** Deletes the files of an earlier run; its page reports that the restore was interrupted. */
export async function forgetRestore(): Promise<void> {
  await rm(folder(), { recursive: true, force: true });
}

/** Resolves once the product has taken a whole backup. */
export async function untilRestoreAsked(): Promise<void> {
  while ((await readRestore())?.phase !== "waiting") {
    await sleep(LOOK_EVERY_MS, undefined, { ref: false });
  }
}

/** The product is up again: says how the restore ended. */
export async function endRestore(): Promise<void> {
  const state = await readRestore();
  if (state?.phase !== "starting") return;
  await noteRestore({ phase: state.error === "" ? "done" : "failed" });
}
