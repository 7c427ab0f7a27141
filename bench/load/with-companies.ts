import { ensureBuild } from "@/scripts/lib/build";
import type { Scope } from "@/scripts/lib/supervise";
import { letGo } from "../reliability/database";
import { startStandIns } from "../reliability/first-sync/processes";
import { type PlantedCompany, plantCompanies } from "./books";
import { startDurableDatabase } from "./database";
import type { LoadOptions } from "./options";

export interface PlantedBooks {
  companies: readonly PlantedCompany[];
  sandbox: Awaited<ReturnType<typeof startStandIns>>;
}

/** Runs `work` on a production build, a durable database with companies in it, and the stand-ins. */
export async function withCompanies<T>(
  scope: Scope,
  { companies: count, deposits }: LoadOptions,
  log: (line: string) => void,
  work: (books: PlantedBooks) => Promise<T>,
): Promise<T> {
  await ensureBuild(scope, log);
  await startDurableDatabase(scope, log);
  const sandbox = await startStandIns(scope);
  Object.assign(process.env, sandbox.env);
  log(`Writing ${count} companies of ${deposits} deposits …`);
  try {
    return await work({ companies: await plantCompanies(count, deposits), sandbox });
  } finally {
    await letGo();
  }
}
