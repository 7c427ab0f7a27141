import type { Metadata } from "next";
import { Suspense } from "react";
import { ManualMatchPage } from "@/components/matching/manual-match-page";

export const metadata: Metadata = {
  title: "Manual Transaction Matching",
};

// Which deposit it is about stands in the address, known in the browser only: hence the boundary.
export default function ManualMatchRoute() {
  return (
    <Suspense>
      <ManualMatchPage />
    </Suspense>
  );
}
