import type { Metadata } from "next";
import { OpeningBooks } from "@/components/integrations/completing";
import { LaunchFromQuickbooks } from "@/components/integrations/launch-from-quickbooks";
import { RequireToken } from "@/components/integrations/require-token";

export const metadata: Metadata = { title: "Opening your books" };

/** Where Intuit sends who launches or reconnects the app from QuickBooks. */
export default function QuickBooksLaunchPage() {
  return (
    <RequireToken fallback={<OpeningBooks />}>
      <LaunchFromQuickbooks />
    </RequireToken>
  );
}
