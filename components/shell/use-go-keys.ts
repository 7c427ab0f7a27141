import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { NAVIGATION } from "@/components/shell/navigation";
import { isShortcut } from "@/components/ui/shortcuts";

const WITHIN_MS = 1_500;

/** "g", then the letter of a page: goes there from any other. */
export function useGoKeys(): void {
  const router = useRouter();
  useEffect(() => {
    let begun = Number.NEGATIVE_INFINITY;
    function onKeyDown(event: KeyboardEvent) {
      if (!isShortcut(event)) return;
      const isSecond = event.timeStamp - begun < WITHIN_MS;
      begun = event.key === "g" ? event.timeStamp : Number.NEGATIVE_INFINITY;
      const place = isSecond && NAVIGATION.find(({ key }) => key === event.key);
      if (!place) return;
      event.preventDefault();
      // The page may have this letter, too.
      event.stopPropagation();
      router.push(place.href);
    }
    document.addEventListener("keydown", onKeyDown, { capture: true });
    return () => document.removeEventListener("keydown", onKeyDown, { capture: true });
  }, [router]);
}
