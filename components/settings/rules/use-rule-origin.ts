import { useSearchParams } from "next/navigation";
import { RULE_ORIGIN } from "@/components/books/rule-address";
import type { RuleOrigin } from "@/components/settings/rules/queries";

/** The line that the address asks a rule for, and how to forget it. */
export function useRuleOrigin(): { origin: RuleOrigin | null; forget: () => void } {
  const asked = /^(\d+)\.(\d+)$/.exec(useSearchParams().get(RULE_ORIGIN) ?? "");
  return {
    origin: asked && { deposit_id: Number(asked[1]), line_id: Number(asked[2]) },
    forget: () => {
      const address = new URL(window.location.href);
      address.searchParams.delete(RULE_ORIGIN);
      window.history.replaceState(null, "", address);
    },
  };
}
