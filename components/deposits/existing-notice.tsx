import { useQuery } from "@tanstack/react-query";
import { ExistingDepositChoice } from "@/components/deposit-parts/existing-deposit-choice";
import { existingQuery } from "@/components/deposit-parts/existing-queries";
import { useLedger } from "@/components/session/companies";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import type { Deposit } from "@/lib/contracts/deposits";

/** Asks whether the books have this payout already, where something there looks so. */
export function ExistingNotice({ deposit }: { deposit: Deposit }) {
  const ledger = useLedger();
  const { data } = useQuery({ ...existingQuery(deposit.id), enabled: deposit.status !== "posted" });
  const [found] = data?.existing ?? [];
  if (!found || deposit.status === "posted") return null;
  return (
    <Card className="gap-3">
      <CardHeader>
        <CardTitle>{`Is this payout in ${ledger.name} already?`}</CardTitle>
      </CardHeader>
      <CardContent>
        <ExistingDepositChoice found={found} />
      </CardContent>
    </Card>
  );
}
