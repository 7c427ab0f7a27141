import { type ClassValue, clsx } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

// Without this, our own type size is taken for a color and removed.
const merge = extendTailwindMerge({ extend: { theme: { text: ["caption"] } } });

/**
 * Joins class names; of two that set the same property, the later one wins. Within one text none do, so a text alone is
 * taken as it is: most calls of a page have one, and comparing classes is a good part of what its first drawing costs.
 */
export function cn(...classes: ClassValue[]): string {
  const given = classes.filter(Boolean);
  const [only] = given;
  return given.length === 1 && typeof only === "string" ? only : merge(clsx(given));
}
