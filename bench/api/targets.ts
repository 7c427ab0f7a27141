import { startThrowawayPostgres } from "@/tools/postgres/throwaway-postgres";
import { freePort } from "@/tools/process/free-port";
import type { Scope } from "@/tools/process/supervise";
import { startProduct } from "@/tools/product/product";
import { environmentWithoutSettings } from "@/tools/product/settings";
import { signUp } from "../client";
import type { Goal } from "../report";
import { BARE_HANDLER, startBareApp } from "./bare";
import { fillBooks } from "./books";
import type { Load } from "./load";

/** What a target is measured against: bare things of the same run, added up. */
export const FLOORS = {
  select: "`SELECT 1`",
  handler: BARE_HANDLER,
  page: "bare dynamic Next page",
} as const;
type Floor = keyof typeof FLOORS;

const RATIO = { unit: " ×", digits: 2 } as const;
const TRIP = [FLOORS.handler, FLOORS.select];

/** The goals, by the names of their targets. */
export const GOALS: readonly (Goal & { against: readonly string[] })[] = [
  { name: "page of 50 deposits, one has changed", atMost: 4, against: TRIP, ...RATIO },
  { name: "page of 50 deposits, none has changed", atMost: 1.8, against: TRIP, ...RATIO },
  { name: "the same, asked with its ETag (304)", atMost: 1.8, against: TRIP, ...RATIO },
  { name: "dashboard's status", atMost: 3, against: TRIP, ...RATIO },
  { name: "HTML of `/dashboard`", atMost: 0.3, against: [FLOORS.page], ...RATIO },
  { name: "HTML of `/transactions`", atMost: 0.3, against: [FLOORS.page], ...RATIO },
];

export type Target = Omit<Load, "connections" | "seconds"> & { name: string };

const PAGE_OF_50 = "/api/qb/deposit-status/?page=1&page_size=50";

/** Starts all that is measured: the product with a company of so many deposits, and what it stands on. */
export async function startTargets(
  scope: Scope,
  deposits: number,
  log: (line: string) => void,
): Promise<Target[]> {
  const database = await scope.acquire(
    () => startThrowawayPostgres(log),
    (held) => held.release(),
  );
  const { url, server } = await startProduct(scope, {
    mode: "start",
    port: await freePort(),
    env: {
      ...environmentWithoutSettings(),
      DATA_DIR: database.dataDir,
      LOG_LEVEL: "warn",
      WORKER: "off",
    },
    log,
  });
  log("Building the bare app …");
  const bare = await startBareApp(scope);
  const { username, token } = await signUp(url, "bench");
  log(`Writing ${deposits} deposits …`);
  await fillBooks(database.url(), username, deposits);
  const ofBare = bare.pid === undefined ? {} : { pid: bare.pid };
  const ofProduct = server.pid === undefined ? {} : { pid: server.pid };
  const [changed, unchanged, asked, status, dashboard, list] = GOALS.map(({ name }) => name);
  const floors: Record<Floor, Omit<Target, "name">> = {
    select: { url: database.url() },
    handler: { ...ofBare, url: bare.handler },
    page: { ...ofBare, url: bare.page },
  };
  const own: [name: string | undefined, path: string, more: Partial<Load>][] = [
    ["`/api/health`", "/api/health", {}],
    [changed, PAGE_OF_50, { token, changes: { url: database.url(), username } }],
    [unchanged, PAGE_OF_50, { token }],
    [asked, PAGE_OF_50, { token, asksForChanges: true }],
    [status, "/api/user/dashboard-status/api/", { token }],
    [dashboard, "/dashboard", {}],
    [list, "/transactions", {}],
  ];
  return [
    ...Object.entries(floors).map(([key, target]) => ({ ...target, name: FLOORS[key as Floor] })),
    ...own.map(([name = "", path, more]) => ({ ...ofProduct, ...more, url: url + path, name })),
  ];
}
