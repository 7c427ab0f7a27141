import type { Metadata } from "next";
import { DepositListPage } from "@/components/deposits/deposit-list-page";
import { AskEarly } from "@/components/shell/ask-early";
import { firstScreenAddress } from "@/lib/first-screen";

export const metadata: Metadata = { title: "Transactions" };

const FIRST_CALLS = [
  firstScreenAddress("transactions"),
  "/api/qb/deposit-status/?page=1&page_size=25&sort=-date&totals=yes",
  "/api/user/integrations/",
];

export default function TransactionsPage() {
  return (
    <>
      <AskEarly addresses={FIRST_CALLS} />
      <DepositListPage />
    </>
  );
}
