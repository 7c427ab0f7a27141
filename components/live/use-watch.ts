import { useEffect } from "react";
import { watch } from "@/components/live/liveness";

/** While `isUnderWay`, the page follows what happens instead of asking again and again. */
export function useWatch(isUnderWay: boolean): void {
  useEffect(() => (isUnderWay ? watch() : undefined), [isUnderWay]);
}
