import { type ComponentType, useEffect, useState } from "react";
import { untilLoaded } from "@/lib/until-loaded";

/** By what loads it: a part that is here stays, also for the next page that shows it. */
const parts = new Map<unknown, unknown>();

/**
 * A part whose code comes after its page's, at once and however long it takes; undefined until then, and
 * while the server renders. `load` must be the same each time.
 */
export function useLoaded<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> | undefined {
  const [Part, setPart] = useState(() => parts.get(load) as ComponentType<Props> | undefined);
  useEffect(() => {
    if (parts.has(load)) return;
    void untilLoaded(load).then((module) => {
      parts.set(load, module.default);
      setPart(() => module.default);
    });
  }, [load]);
  return Part;
}
