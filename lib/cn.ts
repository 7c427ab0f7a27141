import { type ClassValue, clsx } from "clsx";

/**
 * Joins class names. Those of a component's own look (app/components.css) give way to all others; of these, no two may set
 * the same property.
 */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes);
}
