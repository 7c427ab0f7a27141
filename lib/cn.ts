import { type ClassValue, clsx } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

// Without this, the type size of our own would pass for a colour and be merged away.
const merge = extendTailwindMerge({ extend: { theme: { text: ["caption"] } } });

/** Joins class names; of two that set the same property, the later one wins. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
