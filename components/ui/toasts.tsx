"use client";

import { type ComponentType, useEffect, useState } from "react";
import { firstToast } from "@/components/ui/toast";
import { untilLoaded } from "@/lib/until-loaded";
import { whenAtRest } from "@/lib/when-at-rest";

/**
 * The place of the toasts; mounted once by the root layout. Its code comes with the first toast, or ahead
 * of it as soon as the page has come to rest: what fails for want of a connection can still be said.
 */
export function Toasts() {
  const [Toaster, setToaster] = useState<ComponentType>();
  useEffect(() => {
    void Promise.race([firstToast, whenAtRest()])
      .then(() => untilLoaded(() => import("@/components/ui/sonner")))
      .then((module) => setToaster(() => module.default));
  }, []);
  return Toaster ? <Toaster /> : null;
}
