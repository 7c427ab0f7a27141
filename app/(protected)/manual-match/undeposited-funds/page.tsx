import type { Metadata } from "next";
import { UnmatchedPaymentsPage } from "@/components/unmatched-payments/unmatched-payments-page";

export const metadata: Metadata = { title: "Payments Left Over" };

export default function UndepositedFundsRoute() {
  return <UnmatchedPaymentsPage />;
}
