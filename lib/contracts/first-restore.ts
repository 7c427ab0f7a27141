import * as z from "@/lib/zod";

/** Where an upload and its state are, in DATA_DIR: written by the web process, then by the command that started it. */
export const RESTORE_FILES = {
  folder: "restore",
  upload: "upload",
  state: "state.json",
} as const;

/** One request's part of a backup, in bytes: below what proxies pass on by default (nginx: 1 MB). */
export const RESTORE_PART_BYTES = 1_000_000;

export const restoreBegin = z.object({
  /** Of the backup, in bytes. */
  size: z.number().int().min(1),
  /** The APP_SECRET of the installation that was backed up; empty where it isn't at hand. */
  app_secret: z.string().max(1_000),
});

/** `token` is the bearer of all further calls: its holder may send the backup and read the progress. */
export const restoreBegun = z.object({ token: z.string() });

/** How far the restore of a backup on an installation's first page is. */
export const restoreProgress = z.object({
  phase: z.enum(["uploading", "waiting", "restoring", "starting", "done", "failed"]),
  /** Bytes of the backup, and of what has arrived. */
  size: z.number().int(),
  received: z.number().int(),
  /** What is being done, such as "deposits: 1200 rows"; empty before and after. */
  step: z.string(),
  /** Once it failed: why, in a sentence. Nothing was changed then. */
  error: z.string(),
  /** Once it is restored: "companies 2, users 3, …" */
  counts: z.string(),
  /**
   * Whether APP_SECRET opens the restored secrets: it does, the one that was sent does and was taken over, the one that was
   * sent does and has to be set, or none does.
   */
  key: z.enum(["fits", "taken", "to_set", "missing"]),
});
export type RestoreProgress = z.infer<typeof restoreProgress>;

/** The same as it is kept in a file that only the owner can read. */
export const storedRestore = restoreProgress.omit({ received: true }).extend({
  token: z.string(),
  /** Only until the restore begins. */
  app_secret: z.string(),
});
export type StoredRestore = z.infer<typeof storedRestore>;
