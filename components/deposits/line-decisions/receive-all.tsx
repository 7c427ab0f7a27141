import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { latePart } from "@/components/ui/late-part";
import type { DepositDetail } from "@/lib/contracts/deposit-detail";
import type { Entry } from "./entries";
import { lineOptionsQuery } from "./queries";
import { invoiceLines, receivable, receivableSum } from "./receivable";

const ReceiveAllDialog = latePart(() => import("./receive-all-dialog"));

/** Receives all open charges of a payout that have one fitting open invoice each; there from two of them on. */
export function ReceiveAll({
  deposit,
  asked,
  onDone,
}: {
  deposit: DepositDetail["deposit"];
  asked: readonly Entry[];
  onDone: () => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const { currency } = deposit;
  const lines = invoiceLines(asked);
  const options = useQueries({
    queries: lines.length < 2 ? [] : lines.map(({ id }) => lineOptionsQuery(deposit.id, id)),
    combine: (results) => results.map(({ data }) => data),
  });
  const optionsOf = new Map(
    lines.flatMap(({ id }, index) => {
      const found = options[index];
      return found ? [[id, found] as const] : [];
    }),
  );
  const found = receivable(lines, optionsOf, currency);
  if (optionsOf.size < lines.length || found.length < 2) return null;
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        {found.length === asked.length
          ? `Receive all ${found.length} on their invoices`
          : `Receive ${found.length} on their invoices`}{" "}
        <span>
          (<Amount value={receivableSum(found, currency)} currency={currency} />)
        </span>
      </Button>
      {isOpen && (
        <ReceiveAllDialog {...{ deposit, found, onDone }} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
