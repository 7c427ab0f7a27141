import type { SeededCompany } from "../books";

/** A deposit of a company, to be decided once. */
interface Decision {
  token: string;
  depositId: number;
}

/** What the traffic may request. Decisions are removed from their lists: each is possible once. */
export interface TrafficPlan {
  looks: { token: string; deposits: number[] }[];
  autoMatches: Decision[];
  confirms: Decision[];
  matchRuns: { token: string; depositIds: number[] }[];
  /** Companies that are really connected to the emulators. */
  stripeSyncs: string[];
  quickBooksSyncs: string[];
}

/**
 * One company in this many only runs bulk matches: a bulk run and a single match of a deposit exclude each
 * other.
 */
const BULK_EVERY = 2;

/** The part of a seeded company's work that round `round` of `rounds` may use. */
export function planTraffic(
  companies: readonly SeededCompany[],
  connected: Pick<TrafficPlan, "stripeSyncs" | "quickBooksSyncs">,
  { round, rounds }: { round: number; rounds: number },
): TrafficPlan {
  const share = <T>(all: readonly T[]) => all.filter((_, index) => index % rounds === round);
  const isBulk = (index: number) => index % BULK_EVERY === 0;
  const decisions = (of: (company: SeededCompany) => number[]) =>
    companies
      .filter((_, index) => !isBulk(index))
      .flatMap((company) =>
        share(of(company)).map((depositId) => ({ token: company.token, depositId })),
      );
  return {
    looks: companies.map(({ token, deposits }) => ({ token, deposits })),
    autoMatches: decisions(({ pending }) => pending),
    confirms: decisions(({ suggested }) => suggested),
    matchRuns: companies
      .filter((_, index) => isBulk(index))
      .map(({ token, pending }) => ({ token, depositIds: share(pending) })),
    ...connected,
  };
}

export interface Ask {
  method: "GET" | "POST";
  /** Below `/api`. */
  path: string;
  token: string;
  body?: object;
}

export interface Kind {
  name: string;
  /** Out of a hundred requests. */
  share: number;
  /** Undefined when nothing of this kind is left to request. */
  next(plan: TrafficPlan, random: (below: number) => number): Ask | undefined;
}

const PAGE_SIZE = 50;

/** Mostly reads, as in real use; a tenth causes work. */
export const KINDS: readonly Kind[] = [
  look("page of deposits", 30, (company, random) => {
    const pages = Math.ceil(company.deposits.length / PAGE_SIZE);
    return `/qb/deposit-status/?page=${1 + random(pages)}&page_size=${PAGE_SIZE}`;
  }),
  look("search", 10, (_, random) => {
    return `/qb/deposit-status/?page=1&page_size=${PAGE_SIZE}&q=po_${random(50)}`;
  }),
  look("one deposit", 25, ({ deposits }, random) => {
    return `/qb/deposit/?deposit_id=${deposits[random(deposits.length)]}`;
  }),
  look("dashboard", 15, () => "/user/dashboard-status/api/"),
  look("suggestions", 5, () => "/qb/suggestions/"),
  {
    name: "confirm a suggestion",
    share: 5,
    next: ({ confirms }, random) => decide("/qb/confirm-match/", takeAny(confirms, random)),
  },
  {
    name: "auto-match a deposit",
    share: 5,
    next: ({ autoMatches }, random) => decide("/qb/auto-match/", takeAny(autoMatches, random)),
  },
  {
    name: "bulk auto-match",
    share: 1,
    next: ({ matchRuns }, random) => {
      const run = takeAny(matchRuns, random);
      if (!run) return undefined;
      const body = { deposit_ids: run.depositIds };
      return { method: "POST", path: "/qb/auto-match-runs/", token: run.token, body };
    },
  },
  {
    name: "sync Stripe",
    share: 3,
    next: ({ stripeSyncs }, random) => sync("/stripe/save-payouts/", stripeSyncs, random),
  },
  {
    name: "sync QuickBooks",
    share: 1,
    next: ({ quickBooksSyncs }, random) => sync("/qb/sync-payments/", quickBooksSyncs, random),
  },
];

type Looked = TrafficPlan["looks"][number];

function look(
  name: string,
  share: number,
  pathOf: (company: Looked, random: (below: number) => number) => string,
): Kind {
  return {
    name,
    share,
    next({ looks }, random) {
      const company = looks[random(looks.length)];
      if (!company) return undefined;
      return { method: "GET", path: pathOf(company, random), token: company.token };
    },
  };
}

function decide(path: string, of: TrafficPlan["confirms"][number] | undefined): Ask | undefined {
  if (!of) return undefined;
  return { method: "POST", path, token: of.token, body: { deposit_id: of.depositId } };
}

/** Answers immediately; the outcome is counted at the end. */
function sync(
  path: string,
  tokens: readonly string[],
  random: (below: number) => number,
): Ask | undefined {
  const token = tokens[random(tokens.length)];
  return token === undefined ? undefined : { method: "POST", path: `${path}?wait=0`, token };
}

function takeAny<T>(all: T[], random: (below: number) => number): T | undefined {
  const last = all.pop();
  if (last === undefined || all.length === 0) return last;
  const index = random(all.length);
  const taken = all[index];
  all[index] = last;
  return taken;
}
