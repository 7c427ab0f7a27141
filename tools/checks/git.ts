import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Runs git in this folder. @returns what it prints. @throws Error when it fails. */
export async function git(...args: string[]): Promise<string> {
  const options = { maxBuffer: 256 * 2 ** 20 };
  return (await promisify(execFile)("git", args, options)).stdout;
}
