"use client";

import type { FollowedQueries } from "@/components/live/followed";
import { useLiveUpdates } from "@/components/live/use-live-updates";

/** Part of every signed-in page; draws nothing. */
export function LiveUpdates({ followed }: { followed: FollowedQueries }) {
  useLiveUpdates(followed);
  return null;
}
