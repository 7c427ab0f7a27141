import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { match } from "@/matching/engine/match";
import type { Dataset, TruthKind } from "../model";
import { toProposal } from "../scoring/proposal";
import { type KindCount, type Score, score } from "../scoring/score";
import { readBankReconciliation } from "./bank-reconciliation";
import { type CasesChecked, checkCases } from "./cases";
import { readTransfers } from "./transfers";

/** The engine on one file of others. */
export interface PublicScore {
  name: string;
  /** Of all proposals, and of the automatic ones alone. */
  all: Score;
  auto: Score;
}

/** What was found in the folders; null where they lack it. */
export interface PublicResults {
  transfers: PublicScore | null;
  reconciliations: PublicScore[];
  cases: CasesChecked | null;
}

const TRANSFERS = "splink-transactions.csv.gz";
const RECONCILIATION = /^bank-reconciliation.*\.json$/;

/** Runs the engine on data of others and compares the result with their truth. */
export async function measurePublic(folders: readonly string[]): Promise<PublicResults> {
  const results: PublicResults = { transfers: null, reconciliations: [], cases: null };
  for (const folder of folders) {
    const names = (await readdir(folder)).sort();
    if (names.includes(TRANSFERS)) {
      results.transfers = scoreOf(TRANSFERS, await readTransfers(join(folder, TRANSFERS)));
    }
    for (const name of names.filter((each) => RECONCILIATION.test(each))) {
      const dataset = await readBankReconciliation(join(folder, name));
      results.reconciliations.push(scoreOf(name, dataset));
    }
    results.cases ??= await checkCases(join(folder, "cases"));
  }
  return results;
}

function scoreOf(name: string, dataset: Dataset): PublicScore {
  const { deposits, payments } = dataset;
  const { matches } = match(deposits, payments, { algorithm: "smart" });
  const proposals = matches.map(toProposal);
  return {
    name,
    all: score(dataset, proposals),
    auto: score(
      dataset,
      proposals.filter(({ auto }) => auto),
    ),
  };
}

/** Share of the true pairs of a kind that were found, 0 to 1. */
export function foundOf({ kinds }: Score, kind: TruthKind): number {
  const { found, true: all }: KindCount = kinds.get(kind) ?? { found: 0, true: 0 };
  return all === 0 ? 1 : found / all;
}
