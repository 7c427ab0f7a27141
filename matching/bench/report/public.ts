import { foundOf, type PublicResults, type PublicScore } from "../public/measure-public";
import { autoPrecision, f1, precision, recall } from "../scoring/score";
import { percent, table } from "./tables";

/** What the engine does on data of others, as paragraphs of Markdown. */
export function publicParagraphs({ transfers, reconciliations, cases }: PublicResults): string[] {
  const paragraphs: string[] = [];
  if (transfers) paragraphs.push(TRANSFERS, transferTable(transfers));
  if (reconciliations.length > 0) {
    paragraphs.push(RECONCILIATIONS, reconciliationTable(reconciliations));
  }
  if (cases) {
    const { checked, wrong } = cases;
    const said = `Files of the command whose right result is known: ${checked} checked, ${wrong.length} wrong.`;
    paragraphs.push(said);
    if (wrong.length > 0) paragraphs.push(wrong.map((each) => `- ${each}`).join("\n"));
  }
  return paragraphs.length > 0 ? paragraphs : [NOTHING];
}

function transferTable({ all, auto }: PublicScore): string {
  return table(
    [
      ...[
        "pairs",
        "of one amount",
        "auto precision",
        "automatic links",
        "of one amount: automatic",
      ],
      ...["found", "all pairs: found", "precision"],
    ],
    [
      [
        String(all.truePairs),
        String(all.kinds.get("one_to_one")?.true ?? 0),
        percent(autoPrecision(all), 3),
        String(all.autoLinks),
        percent(foundOf(auto, "one_to_one")),
        percent(foundOf(all, "one_to_one")),
        percent(recall(all)),
        percent(precision(all)),
      ],
    ],
  );
}

function reconciliationTable(results: readonly PublicScore[]): string {
  return table(
    [
      ...["file", "pairs", "precision", "recall", "F1", "auto precision", "auto coverage"],
      ...["one to one", "batches", "other amounts"],
    ],
    results.map(({ name, all, auto }) => [
      name,
      String(all.truePairs),
      percent(precision(all)),
      percent(recall(all)),
      percent(f1(all)),
      percent(autoPrecision(all), 3),
      percent(recall(auto)),
      percent(foundOf(all, "one_to_one")),
      percent(foundOf(all, "batch")),
      percent(foundOf(all, "small_difference")),
    ]),
  );
}

const NOTHING = "Not measured: the run was given no folder with public data (`--public`).";

const TRANSFERS =
  "Bank transfers as sent and as received, from the documentation of splink (moj-analytical-services/splink_datasets, MIT): one payout a day whose lines are the transfers received, with their memos; the transfers sent are payments without a customer. Most amounts were changed by fees or exchange rates, as lines of a payout never are; what counts is the pairs of one amount.";

const RECONCILIATIONS =
  "Bank statements against a general ledger, made by the generator of github.com/spoj/taskgraph (`examples/bank_rec`): truncated and cryptic descriptions, typing errors, transposed digits, fees, batches, voided checks. Each bank transaction is a deposit without lines. The last three columns are the recall by kind.";
