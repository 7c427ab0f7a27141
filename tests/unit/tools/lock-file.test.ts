import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { withLockFile } from "@/tools/process/lock-file.mjs";

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lock-file-"));
  path = join(folder, "lock");
});

afterEach(() => rm(folder, { recursive: true }));

it("allows one holder at a time", async () => {
  let inside = 0;
  let most = 0;
  const work = () =>
    withLockFile(path, async () => {
      inside += 1;
      most = Math.max(most, inside);
      await readFile(path);
      inside -= 1;
    });
  await Promise.all([work(), work(), work()]);
  expect(most).toBe(1);
  expect(existsSync(path)).toBe(false);
});

it("is free again after a failure", async () => {
  const failing = withLockFile(path, () => Promise.reject(new Error("broken")));
  await expect(failing).rejects.toThrow("broken");
  expect(await withLockFile(path, async () => "done")).toBe("done");
});

it("is taken over from a dead owner without waiting", async () => {
  const { pid } = spawnSync(process.execPath, ["--version"]);
  await writeFile(path, String(pid));
  let waited = false;
  const onWait = () => {
    waited = true;
  };
  expect(await withLockFile(path, async () => "done", { onWait })).toBe("done");
  expect(waited).toBe(false);
});

it("fails when the owner stays", async () => {
  await writeFile(path, String(process.ppid));
  const waiting = withLockFile(path, async () => "done", { timeoutMs: 0 });
  await expect(waiting).rejects.toThrow(/still holds/);
});

it("is taken over from an earlier process with the same id, as the first of a container", async () => {
  await writeFile(path, `${process.pid} of before`);
  expect(await withLockFile(path, async () => "done", { timeoutMs: 0 })).toBe("done");
});
