import { performance } from "node:perf_hooks";
import { caller, insist } from "../client";
import { Client } from "../load/traffic/client";
import { median, quantile } from "../report";

/** What the other company's bookkeeper does, over and over. */
export interface Visit {
  url: string;
  username: string;
  password: string;
  /** Deposits, each decided once. */
  pending: number[];
  suggested: number[];
}

export interface Figures {
  name: string;
  answered: number;
  failed: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  worst: number;
}

export interface Visited {
  kinds: Figures[];
  all: Figures;
  failures: string[];
}

const SHOWN_FAILURES = 5;
/** A person does not click faster. */
const PAUSE_MS = 50;
const KINDS = ["sign in", "list", "open", "auto-match one", "confirm"] as const;
type Kind = (typeof KINDS)[number];

/** Signs in, lists, opens, matches and confirms, one request after the other, until `isOver`. */
export async function visit(
  { url, username, password, pending, suggested }: Visit,
  isOver: () => boolean,
): Promise<Visited> {
  const client = new Client(url, 1);
  const times = new Map<Kind, number[]>(KINDS.map((kind) => [kind, []]));
  const failed = new Map<Kind, number>();
  const failures: string[] = [];
  let token = "";
  const measure = async (kind: Kind, request: () => Promise<unknown>) => {
    if (isOver()) return;
    const asked = performance.now();
    try {
      await request();
      times.get(kind)?.push(performance.now() - asked);
    } catch (error) {
      failed.set(kind, (failed.get(kind) ?? 0) + 1);
      if (failures.length < SHOWN_FAILURES) failures.push(`${kind}: ${String(error)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  };
  const get = (kind: Kind, path: string) =>
    measure(kind, () => client.ask({ method: "GET", path, token }));
  const decide = async (kind: Kind, path: string, id: number | undefined) => {
    if (id === undefined) throw new Error("The other company has nothing left to decide about.");
    const body = { deposit_id: id };
    await measure(kind, () => client.ask({ method: "POST", path, token, body }));
  };
  while (!isOver()) {
    await measure("sign in", async () => {
      // Of many sessions the oldest end, so each round works with its own.
      const answer = await insist(caller(url), "POST", "/user/login/api/", { username, password });
      token = String(answer.token);
    });
    for (let page = 1; page <= 3; page += 1) {
      await get("list", `/qb/deposit-status/?page=${page}&page_size=50`);
      await get("open", `/qb/deposit/?deposit_id=${suggested[page] ?? pending[page]}`);
    }
    await decide("auto-match one", "/qb/auto-match/", pending.pop());
    await decide("confirm", "/qb/confirm-match/", suggested.pop());
  }
  client.close();
  const kinds = KINDS.map((kind) => figures(kind, times.get(kind) ?? [], failed.get(kind) ?? 0));
  const failedInAll = kinds.reduce((sum, kind) => sum + kind.failed, 0);
  return { kinds, all: figures("all", [...times.values()].flat(), failedInAll), failures };
}

function figures(name: string, times: number[], failed: number): Figures {
  return {
    ...{ name, answered: times.length, failed },
    ...{ p50: median(times), p99: quantile(times, 0.99), worst: quantile(times, 1) },
  };
}
