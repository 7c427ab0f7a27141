import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { InputError } from "@/matching/command/input/errors";
import { matchFiles } from "@/matching/command/match-files";
import { readOptions } from "@/matching/command/options";
import { Progress } from "@/matching/command/progress";
import type { Match } from "@/matching/engine/contract";

/** What the files of a case have to give. */
interface Expected {
  /** `payments.csv` and `deposits.csv` by default. */
  payments?: string;
  deposits?: string;
  options?: readonly string[];
  /** `LINE PAYMENT` of each automatic match; several lines are joined by `+`. */
  auto?: readonly string[];
  suggested?: readonly string[];
  /** To refuse the file with words is right, too. */
  mayRefuse?: boolean;
}

/** Lines that no payment explains must stay open, so every match that is not listed is wrong. */
const CASES: Readonly<Record<string, readonly Expected[]>> = {
  "01-charge-in-another-currency": [
    { auto: ["txn_0002 Payment 2208"], suggested: ["txn_0001 Payment 2207"] },
  ],
  "02-failed-payout-paid-again": [{ auto: ["txn_0001 Payment 51", "txn_0004 Payment 52"] }],
  "04-bank-debit-failed-later": [
    { auto: ["txn_0001 Payment 711", "txn_0002 Refund Receipt 712", "txn_0003 Payment 713"] },
  ],
  "05-captured-for-less": [{ auto: ["txn_0001+txn_0002 Sales Receipt 884"] }],
  "08-tip-and-gift-card": [
    {
      auto: ["txn_0003 Sales Receipt S-13"],
      suggested: ["txn_0001 Sales Receipt S-11", "txn_0002 Sales Receipt S-12"],
    },
  ],
  "10-day-first-dates": [
    { options: ["--currency", "GBP"], auto: ["txn_0001 Payment 501", "txn_0002 Payment 502"] },
  ],
  "11-name-and-customer-columns": [{ auto: ["txn_0001 Payment 81", "txn_0002 Payment 82"] }],
  "13-empty-columns-at-the-end": [{ auto: ["txn_0001 Payment 81", "txn_0002 Payment 82"] }],
  "14-dates-in-words": ["", "-dots", "-time", "-words", "-year-first"].map((form) => {
    return { payments: `payments${form}.csv`, auto: ["txn_0001 Payment 81"] };
  }),
  "16-amounts-of-other-countries": [
    ...["", "-comma", "-typographic"].map((form) => {
      return { payments: `payments${form}.csv`, auto: ["txn_0001 Payment 81"] };
    }),
    // Read, but of another currency or amount than the charge.
    ...["-australian", "-canadian", "-lakh", "-rupee"].map((form) => {
      return { payments: `payments${form}.csv` };
    }),
  ],
  "17-report-in-french": [{ auto: ["txn_0001 Paiement 81"] }],
  "19-two-charges-one-receipt": [{}],
  "20-open-invoices-report": [{ options: ["--invoices", "invoices.csv"] }],
  "22-one-payout-does-not-add-up": [{ auto: ["txn_0001 Payment 91", "txn_0003 Payment 92"] }],
  "23-debit-suffix": [{ auto: ["l-1 Refund Receipt 81"] }],
  "39-thousand-with-a-dot": [
    { auto: ["txn_0001 Payment 94", "txn_0002 Payment 95"], mayRefuse: true },
  ],
  "48-another-currency-than-assumed": [
    { auto: ["txn_0001 Payment 81", "txn_0002 Payment 82"] },
    { deposits: "deposits-dollars.csv", payments: "payments-euros.csv" },
  ],
  "49-overlapping-downloads": [{ auto: ["txn_0001 Payment 82"] }],
  "52-internal-number-of-the-shop": [
    {
      auto: ["2", "3", "4", "5"].map((n) => `txn_000${n} Sales Receipt 203${Number(n) + 2}`),
    },
  ],
};

/** Pairs of files whose right result is known. */
export interface CasesChecked {
  checked: number;
  /** "FOLDER: what is wrong". */
  wrong: string[];
}

/** Runs the command on the known cases that a folder has; null without any. */
export async function checkCases(folder: string): Promise<CasesChecked | null> {
  const present = await readdir(folder).catch(() => []);
  const result: CasesChecked = { checked: 0, wrong: [] };
  for (const name of present) {
    for (const expected of CASES[name] ?? []) {
      result.checked++;
      const fault = await faultOf(join(folder, name), expected);
      if (fault !== null) result.wrong.push(`${name}: ${fault}`);
    }
  }
  return result.checked > 0 ? result : null;
}

async function faultOf(folder: string, expected: Expected): Promise<string | null> {
  const { deposits = "deposits.csv", payments = "payments.csv", mayRefuse = false } = expected;
  const more = (expected.options ?? []).map((text) =>
    text.endsWith(".csv") ? join(folder, text) : text,
  );
  const files = ["--deposits", join(folder, deposits), "--payments", join(folder, payments)];
  const options = readOptions([...files, ...more]);
  if (!options) return "no options";
  try {
    const { result } = await matchFiles(options, new Progress(SILENT));
    const found = (decision: Match["decision"]) =>
      result.matches.filter((match) => match.decision === decision).map(pairText);
    return (
      differenceOf("auto", expected.auto ?? [], found("auto")) ??
      differenceOf("suggested", expected.suggested ?? [], found("suggested"))
    );
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return mayRefuse ? null : error.message;
  }
}

const SILENT = { isTTY: false, columns: 80, write: () => {} };

function pairText({ lineIds, paymentIds }: Match): string {
  return `${lineIds.join("+")} ${paymentIds.join("+")}`;
}

function differenceOf(
  decision: string,
  expected: readonly string[],
  found: readonly string[],
): string | null {
  const missing = expected.filter((each) => !found.includes(each));
  const surplus = found.filter((each) => !expected.includes(each));
  if (missing.length + surplus.length === 0) return null;
  const text = (label: string, list: readonly string[]) =>
    list.length > 0 ? [`${label} ${list.join(", ")}`] : [];
  return `${decision}: ${[...text("missing", missing), ...text("not expected", surplus)].join("; ")}`;
}
