import { type ClassValue, clsx } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

// Without this, our own type size is taken for a color and removed.
const merge = extendTailwindMerge({ extend: { theme: { text: ["caption"] } } });

/** Joins class names; of two that set the same property, the later one wins. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
