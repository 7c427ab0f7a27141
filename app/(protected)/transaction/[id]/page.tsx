import type { Metadata } from "next";
import { DepositDetailPage } from "@/components/deposits/deposit-detail-page";

export const metadata: Metadata = { title: "Deposit Details" };

export default async function TransactionPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <DepositDetailPage id={id} />;
}
