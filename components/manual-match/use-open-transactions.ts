import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { depositDetailQuery } from "@/components/deposits/queries";
import { useErrorToast } from "@/components/feedback/use-error-toast";
import { paymentsQuery, pendingDepositsQuery } from "@/components/manual-match/queries";
import { fromDeposit, fromPayment } from "@/components/manual-match/transactions";
import { useLedger } from "@/components/session/companies";
import type { Deposit } from "@/lib/contracts/deposits";

/**
 * What is left to match: pending deposits, and payments without a match. `wanted` is the deposit that the
 * user opened this page for; it is listed too if it is only suggested.
 */
export function useOpenTransactions(wanted: number | null) {
  const { name } = useLedger();
  const pending = useQuery(pendingDepositsQuery);
  const payments = useQuery(paymentsQuery);
  const asked = useQuery({ ...depositDetailQuery(wanted ?? 0), enabled: wanted !== null });
  useErrorToast(pending.isError, "Failed to fetch pending deposits");
  useErrorToast(payments.isError, `Failed to fetch ${name} transactions`, "Error");

  const deposits = useMemo(
    () => withWanted(pending.data?.deposits ?? [], asked.data?.deposit).map(fromDeposit),
    [pending.data, asked.data],
  );
  const transactions = useMemo(
    () => (payments.data?.transactions ?? []).map(fromPayment),
    [payments.data],
  );
  return { pending, payments, deposits, transactions, asked };
}

function withWanted(pending: Deposit[], wanted: Deposit | undefined): Deposit[] {
  return wanted?.status === "suggested" ? [wanted, ...pending] : pending;
}
