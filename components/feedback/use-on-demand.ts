import { type ComponentType, useCallback, useState } from "react";
import { toast } from "@/components/ui/toast";

/**
 * A part whose code is loaded when somebody reaches for the button that stands in for it: every page has
 * such parts, and few visits need them. `want` loads and shows it, or says that it can't be had;
 * `reach` goes on the button and fetches ahead of the click. `load` must be the same each time.
 */
export function useOnDemand<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
) {
  const [Part, setPart] = useState<ComponentType<Props>>();
  const want = useCallback(() => {
    load().then(
      (module) => setPart(() => module.default),
      () => toast.error("This could not be loaded. Check the connection, then reload the page."),
    );
  }, [load]);
  // The click tells when it fails.
  const preload = () => void load().catch(() => undefined);
  return { Part, want, reach: { onFocus: preload, onPointerEnter: preload } };
}
