import type { Metadata } from "next";
import { LingeringPaymentsPage } from "@/components/lingering-payments/lingering-payments-page";

export const metadata: Metadata = { title: "Left in Undeposited Funds" };

export default function UndepositedFundsRoute() {
  return <LingeringPaymentsPage />;
}
