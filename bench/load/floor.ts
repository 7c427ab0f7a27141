import type { Scope } from "@/tools/process/supervise";
import { startBareApp } from "../api/bare";
import { type LoadResult, loadFromChild } from "../api/load";
import { databaseUrl } from "./database";

/** The baseline for the product: the same machine, in the same run. */
export interface Floor {
  name: string;
  result: LoadResult;
}

const SECONDS = 5;

/** A bare query and a bare Next handler, over the same number of connections. */
export async function measureFloor(scope: Scope, connections: number): Promise<Floor[]> {
  const program = process.argv[1] ?? "";
  const bare = await startBareApp(scope);
  const floors = [
    { name: "`SELECT 1`", url: databaseUrl() },
    { name: "bare Next route handler", url: bare },
  ];
  const measured: Floor[] = [];
  for (const { name, url } of floors) {
    const result = await loadFromChild(program, { url, connections, seconds: SECONDS });
    measured.push({ name, result });
  }
  return measured;
}
