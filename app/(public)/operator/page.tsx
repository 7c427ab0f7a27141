import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { OperatorPage } from "@/components/operator/operator-page";
import { hasOperator } from "@/server/http/operator";

export const metadata: Metadata = { title: "Operator", robots: { index: false, follow: false } };
export const dynamic = "force-dynamic";

export default function Operator() {
  if (!hasOperator()) notFound();
  return <OperatorPage />;
}
