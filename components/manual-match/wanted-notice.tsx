import { TextLink } from "@/components/ui/text-link";
import { ApiError } from "@/lib/api-errors";
import type { Deposit } from "@/lib/contracts/deposits";

/** Someone came here for a deposit that can't be matched: says why instead of not listing it. */
export function WantedNotice({
  asked,
}: {
  asked: { data?: { deposit: Deposit } | undefined; error: unknown };
}) {
  const deposit = asked.data?.deposit;
  const absent = asked.error instanceof ApiError && asked.error.status === 404;
  if (absent) {
    return (
      <p role="status" className="rounded-lg border bg-card p-4 text-sm">
        The deposit you're looking for doesn't exist or has been removed.
      </p>
    );
  }
  if (!deposit || deposit.status === "pending" || deposit.status === "suggested") return null;
  return (
    <p role="status" className="rounded-lg border bg-card p-4 text-sm">
      Deposit #{deposit.id} is already matched.{" "}
      <TextLink href={`/transaction/${deposit.id}`}>Undo the match</TextLink> to change it.
    </p>
  );
}
