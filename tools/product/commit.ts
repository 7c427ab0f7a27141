import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";

/** The commit of this checkout; "" where this folder is none, or git isn't installed. */
export async function commitOfCheckout(): Promise<string> {
  if (!existsSync(".git")) return "";
  const { stdout } = await promisify(execFile)("git", ["rev-parse", "HEAD"]).catch(() => ({
    stdout: "",
  }));
  return stdout.trim();
}
