import type { MatchResult } from "@/matching/engine/contract";
import { match } from "@/matching/engine/match";
import { loadFiles } from "./load-files";
import type { Options } from "./options";
import type { Progress } from "./progress";

/**
 * The engine on the files of a run. `warnings` say what makes the result uncertain; nothing in it is automatic then.
 * @throws InputError
 */
export async function matchFiles(
  options: Options,
  progress: Progress,
  onStage: (stage: string) => void = () => {},
): Promise<{ result: MatchResult; warnings: string[] }> {
  const { deposits, payments, history, invoices, doubts } = await loadFiles(options, progress);
  const { algorithm } = options;
  const result = match(deposits, payments, { algorithm, history, invoices, onStage });
  if (doubts.length > 0) suggestOnly(result);
  return { result, warnings: doubts };
}

function suggestOnly({ matches, stats }: MatchResult): void {
  for (const one of matches) one.decision = "suggested";
  stats.suggested += stats.auto;
  stats.auto = 0;
}
