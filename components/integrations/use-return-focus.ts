import { useEffect, useRef } from "react";
import { cardId } from "@/components/integrations/provider-card";
import type { WireName } from "@/lib/providers/list";

/** When a provider's form closes, the focus goes to the card that it came from, as soon as it is there. */
export function useReturnFocus(form: WireName | null, hasCards: boolean): void {
  const before = useRef<WireName | null>(null);
  useEffect(() => {
    if (form === null && before.current !== null) {
      if (!hasCards) return;
      document.getElementById(cardId(before.current))?.focus();
    }
    before.current = form;
  }, [form, hasCards]);
}
