import Link from "next/link";
import type { Deposit } from "@/lib/contracts/deposits";

/** Someone came here for a deposit that has its match already: says so instead of not listing it. */
export function WantedNotice({ deposit }: { deposit: Deposit | null }) {
  if (deposit === null || deposit.status === "pending" || deposit.status === "suggested")
    return null;
  return (
    <p role="status" className="rounded-lg border bg-card p-4 text-sm">
      Deposit #{deposit.id} has its match already. To match it in another way,{" "}
      <Link href={`/transaction/${deposit.id}`} className="text-primary underline">
        undo the match
      </Link>{" "}
      first.
    </p>
  );
}
