import { matchFiles } from "@/matching/command/match-files";
import { readOptions } from "@/matching/command/options";
import { Progress } from "@/matching/command/progress";

const STRIPE =
  "automatic_payout_id,automatic_payout_effective_at,balance_transaction_id,created,currency,gross,fee,net,reporting_category,source_id,description,customer_name";
export const BOOKS =
  "Date,Transaction type,Num,Posting (Y/N),Name,Memo/Description,Account name,Split,Amount";

interface Charge {
  payout?: string;
  day?: string;
  amount?: string;
  name?: string;
  currency?: string;
  text?: string;
}

/** A payout report with a fee of 1.00 for each charge, paid out four days later. */
export function payouts(...charges: Charge[]): string {
  const rows = charges.map((charge, i) => {
    const { payout = "po_1", day = "2026-03-14", amount = "120.00", currency = "usd" } = charge;
    const net = (Number(amount) - 1).toFixed(2);
    const arrival = new Date(Date.parse(day) + 4 * 86_400_000).toISOString().slice(0, 10);
    return `${payout},${arrival} 00:00:00,txn_${i + 1},${day} 10:00:00,${currency},${amount},1.00,${net},charge,ch_${i + 1},${charge.text ?? ""},${charge.name ?? "Nora Pell"}`;
  });
  return [STRIPE, ...rows].join("\n");
}

export function books(titles: string[], rows: string[], header = BOOKS): string {
  return [...titles, "", header, ...rows].join("\n");
}

export const TITLES = ["Fern Street Studio", "Transaction List by Date", '"March 1-31, 2026"'];
export const REST = "Undeposited Funds,Accounts Receivable (A/R)";

export function payment(date: string, amount: string, num = "81", name = "Nora Pell"): string {
  return `"${date}",Payment,${num},Yes,${name},,${REST},"${amount}"`;
}

export type FilesAndOptions = [
  files: { deposits: string; payments: string | Buffer; invoices?: string },
  ...options: string[],
];

/** The command's run without its printing. */
export async function runFiles(
  file: (name: string, content: string | Buffer) => Promise<string>,
  ...[files, ...more]: FilesAndOptions
) {
  const args = ["--deposits", await file("deposits.csv", files.deposits)];
  args.push("--payments", await file("payments.csv", files.payments));
  if (files.invoices) args.push("--invoices", await file("invoices.csv", files.invoices));
  const options = readOptions([...args, ...more]);
  if (!options) throw new Error("no options");
  const notes: string[] = [];
  const progress = new Progress({ isTTY: false, columns: 80, write: (text) => notes.push(text) });
  const { result, warnings } = await matchFiles(options, progress);
  const auto = result.matches.filter(({ decision }) => decision === "auto");
  const pairs = (matches: typeof auto) =>
    Object.fromEntries(matches.map(({ lineIds, paymentIds }) => [lineIds[0], paymentIds[0]]));
  return {
    result,
    warnings,
    notes: notes.join(""),
    auto: pairs(auto),
    all: pairs(result.matches),
  };
}
