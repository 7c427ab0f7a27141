import Link from "next/link";
import { useListAddress } from "@/components/deposits/list-address";

/** Back to the list as it was: same filter, same page. */
export function BackLink() {
  return (
    <Link
      href={useListAddress()}
      className="text-muted-foreground hover:text-foreground hover:underline"
    >
      ← Back to Transactions
    </Link>
  );
}
