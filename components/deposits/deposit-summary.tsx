import { OpenReasonLine } from "@/components/books/open-reason-line";
import { useFormatPreferences } from "@/components/ui/format-preferences";
import type { Deposit } from "@/lib/contracts/deposits";
import { counted } from "@/lib/counted";
import { formatAmount } from "@/lib/format";

/** Under the account: why the deposit is open, or what is inside. */
export function DepositSummary({ deposit }: { deposit: Deposit }) {
  const home = useFormatPreferences().currency;
  if (deposit.reason) {
    return (
      <OpenReasonLine compact reason={deposit.reason} deposit={deposit} className="font-normal" />
    );
  }
  const text = contentsText(deposit, home);
  return (
    <p title={text} className="truncate text-caption font-normal text-muted-foreground">
      {text}
    </p>
  );
}

/** "Stripe · 12 charges, 1 refund · fees 41.20" */
export function contentsText(
  { source, line_counts, fees, currency }: Deposit,
  homeCurrency: string,
): string {
  const { charges, refunds, disputes } = line_counts;
  const inside = [
    charges > 0 && counted(charges, "charge"),
    refunds > 0 && counted(refunds, "refund"),
    disputes > 0 && counted(disputes, "dispute"),
  ].filter((part) => part !== false);
  const code = currency === homeCurrency ? "" : `${currency} `;
  return [source, inside.join(", "), Number(fees) === 0 ? "" : `fees ${code}${formatAmount(fees)}`]
    .filter((part) => part !== "")
    .join(" · ");
}
