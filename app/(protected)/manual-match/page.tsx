import type { Metadata } from "next";
import { ManualMatchPage } from "@/components/manual-match/manual-match-page";

export const metadata: Metadata = {
  title: "Manual Transaction Matching",
};

export default function ManualMatchRoute() {
  return <ManualMatchPage />;
}
