import { useEffect, useRef } from "react";
import { cardId } from "@/components/integrations/provider-card";
import type { WireName } from "@/lib/providers/list";

/** Returns the focus to a provider's card when its form closes, once the card is rendered. */
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
