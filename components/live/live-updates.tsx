"use client";

import { useLiveUpdates } from "@/components/live/use-live-updates";

/** Stands in every page of a signed-in person; shows nothing itself. */
export function LiveUpdates() {
  useLiveUpdates();
  return null;
}
