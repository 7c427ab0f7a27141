import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Scope } from "../process/supervise";

/** A temporary folder for the reports the test runners write. */
export function openReportsFolder(scope: Scope): Promise<string> {
  return scope.acquire(
    () => mkdtemp(join(tmpdir(), "deposit-matcher-reports-")),
    (folder) => rm(folder, { recursive: true, force: true }),
  );
}
