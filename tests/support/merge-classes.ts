import { extendTailwindMerge } from "tailwind-merge";

/** Of classes that set the same property, keeps the last. Without this, our own type size is taken for a color. */
export const merge = extendTailwindMerge({ extend: { theme: { text: ["caption"] } } });
