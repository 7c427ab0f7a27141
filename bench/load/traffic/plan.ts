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
