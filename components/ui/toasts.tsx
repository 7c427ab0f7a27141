"use client";

import { useEffect, useState } from "react";
import { latePart } from "@/components/ui/late-part";
import { firstToast } from "@/components/ui/toast";

const Toaster = latePart(() => import("@/components/ui/toaster"));

/**
 * The toaster; mounted once by the root layout. Its code is loaded with the first toast, or before it once the
 * page is idle, so that a lost connection can still be reported.
 */
export function Toasts() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    void Promise.race([firstToast, pageAtRest()]).then(() => setWanted(true));
  }, []);
  return wanted ? <Toaster /> : null;
}

/** Safari has no idle callback. */
const WITHOUT_IDLE_MS = 500;

/** Resolves once the page is loaded and the browser has nothing better to do. */
async function pageAtRest(): Promise<void> {
  if (document.readyState !== "complete") {
    await new Promise((resolve) => window.addEventListener("load", resolve, { once: true }));
  }
  await new Promise<void>((resolve) => {
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => resolve());
    else setTimeout(resolve, WITHOUT_IDLE_MS);
  });
}
