"use client";

import { Completing } from "@/components/integrations/completing";
import { useCompleteQuickbooks } from "@/components/integrations/use-complete-quickbooks";

export function QuickbooksCallback() {
  useCompleteQuickbooks();
  return <Completing name="QuickBooks" />;
}
