import { useSyncExternalStore } from "react";
import { isSignedIn, subscribeSession } from "@/lib/session-store";

/** Whether the stored flag says so; null while the server renders, which cannot know. */
export function useSignedIn(): boolean | null {
  return useSyncExternalStore<boolean | null>(subscribeSession, isSignedIn, () => null);
}
