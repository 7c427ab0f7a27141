import { type ComponentType, useCallback, useState } from "react";
import { toast } from "@/components/ui/toast";

/**
 * A part that a button opens, such as a menu or a dialog: every page has some, and few visits need them.
 * Until the part is loaded, draw the button in its place.
 *
 * @param load imports a module whose default export is the part; the same function each time
 * @returns `show` loads the part and draws it, or reports that it can't be loaded; `isComing` from then on, until
 * that failed; `preload` are props of the button that fetch the code ahead of the click
 */
export function useOnDemand<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
) {
  const [Part, setPart] = useState<ComponentType<Props>>();
  const [isComing, setComing] = useState(false);
  const show = useCallback(() => {
    setComing(true);
    load().then(
      (module) => setPart(() => module.default),
      () => {
        setComing(false);
        toast.error("Couldn't load this. Check your connection, then reload the page.");
      },
    );
  }, [load]);
  // The click reports the failure.
  const fetchAhead = () => void load().catch(() => undefined);
  return { Part, isComing, show, preload: { onFocus: fetchAhead, onPointerEnter: fetchAhead } };
}
