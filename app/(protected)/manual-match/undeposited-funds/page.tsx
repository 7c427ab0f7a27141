import type { Metadata } from "next";
import { UnmatchedPaymentsPage } from "@/components/unmatched-payments/unmatched-payments-page";

export const metadata: Metadata = { title: "Left in Undeposited Funds" };

export default function UndepositedFundsRoute() {
  return <UnmatchedPaymentsPage />;
}
