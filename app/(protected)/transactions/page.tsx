import type { Metadata } from "next";
import { Suspense } from "react";
import { DepositListPage } from "@/components/deposits/deposit-list-page";

export const metadata: Metadata = { title: "Transactions" };

// The filter lives in the address, which is known in the browser only: hence the boundary.
export default function TransactionsPage() {
  return (
    <Suspense>
      <DepositListPage />
    </Suspense>
  );
}
