import { TriangleAlert } from "lucide-react";
import { type AccountGroup, EXPENSE_GROUPS } from "@/lib/constants/bookings";

/** Said of money in that is about to be booked to an account of costs; nothing otherwise. */
export function MoneyInWarning({ account }: { account: { Name: string; group?: AccountGroup } }) {
  if (!account.group || !EXPENSE_GROUPS.includes(account.group)) return null;
  return (
    <p role="status" className="flex gap-2 text-sm">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning" />
      This is money in, but {account.Name} is an expense account. It will lower your costs instead
      of counting as income.
    </p>
  );
}
