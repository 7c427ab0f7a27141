import { spawn } from "node:child_process";
import { once } from "node:events";
import { bundledProgram } from "./bundled-program";

/** Calls QuickBooks from a separate process. @returns the failures. */
export async function callFromAnotherProcess(companyId: string, calls: number): Promise<string[]> {
  const program = bundledProgram("tests/support/quickbooks-calls.ts");
  const child = spawn(process.execPath, [program, companyId, String(calls)], {
    env: { ...process.env, LOG_LEVEL: "silent" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const parts: Buffer[] = [];
  child.stdout.on("data", (part: Buffer) => parts.push(part));
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`the process ended with ${code}`);
  return JSON.parse(Buffer.concat(parts).toString("utf8")).errors;
}
