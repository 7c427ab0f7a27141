import { useEffect, useRef } from "react";
import { depositNumber, type TransactionView } from "@/components/manual-match/transactions";
import { Amount } from "@/components/ui/amount";
import { DateText } from "@/components/ui/date-text";
import { TextLink } from "@/components/ui/text-link";
import { toWireDecimal } from "@/lib/money";

/** The open deposit that follows those just matched; the first one after the last; null when none is left. */
export function nextAfter(deposits: readonly TransactionView[], matched: number[]): number | null {
  const isLeft = (item: TransactionView) => !matched.includes(depositNumber(item));
  const place = deposits.findLastIndex((item) => !isLeft(item));
  const next = deposits.slice(place + 1).find(isLeft) ?? deposits.find(isLeft);
  return next ? depositNumber(next) : null;
}

/** After a match: the way to the next open deposit, with the focus on it. */
export function NextDeposit({
  deposits,
  next,
}: {
  deposits: readonly TransactionView[];
  next: number | null;
}) {
  const link = useRef<HTMLAnchorElement>(null);
  const item = deposits.find((each) => depositNumber(each) === next);
  const shown = item?.id;
  useEffect(() => {
    if (shown) link.current?.focus({ preventScroll: true });
  }, [shown]);
  if (!item) return null;
  return (
    <p role="status" className="rounded-lg border bg-card px-4 py-3 text-sm">
      Next to match:{" "}
      <TextLink ref={link} href={`/manual-match?deposit=${next}`}>
        {item.processor} payout of <DateText date={item.date} />,{" "}
        <Amount value={toWireDecimal(item.amount, item.currency)} currency={item.currency} />
      </TextLink>
    </p>
  );
}
