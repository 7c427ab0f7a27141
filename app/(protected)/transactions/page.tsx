import type { Metadata } from "next";
import { DepositListPage } from "@/components/deposits/deposit-list-page";

export const metadata: Metadata = { title: "Transactions" };

export default function TransactionsPage() {
  return <DepositListPage />;
}
