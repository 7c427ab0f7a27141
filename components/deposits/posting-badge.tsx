import { CircleAlert, Clock } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import type { Deposit } from "@/lib/contracts/deposits";

/** Marks a matched deposit that did not get into QuickBooks; its page says what to do. */
export function PostingBadge({ posting }: Pick<Deposit, "posting">) {
  if (posting?.state === "failed") {
    return (
      <Badge variant="destructive" title={posting.message}>
        <CircleAlert aria-hidden="true" />
        Posting failed
      </Badge>
    );
  }
  if (posting?.state !== "blocked") return null;
  return (
    <Badge variant="warning" title={posting.message}>
      <Clock aria-hidden="true" />
      Not posted
    </Badge>
  );
}
