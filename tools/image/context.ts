import { execFile } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Scope } from "../process/supervise";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A fresh folder with the project's files, as in a clone: nothing built, nothing installed. */
export async function emptyClone(scope: Scope): Promise<string> {
  const folder = await scope.acquire(
    () => mkdtemp(join(tmpdir(), "deposit-matcher-image-")),
    (held) => rm(held, { recursive: true, force: true }),
  );
  const list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const { stdout } = await promisify(execFile)("git", list, { cwd: root, maxBuffer: 1e8 });
  for (const file of stdout.split("\0").filter(Boolean)) {
    // Deleted since the last commit.
    await cp(join(root, file), join(folder, file)).catch((error: unknown) => {
      if ((error as { code?: string }).code !== "ENOENT") throw error;
    });
  }
  return folder;
}
