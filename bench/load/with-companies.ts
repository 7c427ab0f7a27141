import type { Scope } from "@/tools/process/supervise";
import { ensureBuild } from "@/tools/product/build";
import { letGo } from "../reliability/database";
import { startSandboxProcess } from "../reliability/first-sync/processes";
import { type SeededCompany, seedCompanies } from "./books";
import { startDurableDatabase } from "./database";
import type { LoadOptions } from "./options";

export interface SeededBooks {
  companies: readonly SeededCompany[];
  sandbox: Awaited<ReturnType<typeof startSandboxProcess>>;
}

/** Runs `work` on a production build, a durable database with companies, and the emulators. */
export async function withCompanies<T>(
  scope: Scope,
  { companies: count, deposits }: Pick<LoadOptions, "companies" | "deposits">,
  log: (line: string) => void,
  work: (books: SeededBooks) => Promise<T>,
): Promise<T> {
  await ensureBuild(scope, log);
  await startDurableDatabase(scope, log);
  const sandbox = await startSandboxProcess(scope);
  Object.assign(process.env, sandbox.env);
  log(`Writing ${count} companies of ${deposits} deposits …`);
  try {
    return await work({ companies: await seedCompanies(count, deposits), sandbox });
  } finally {
    await letGo();
  }
}
