import { serve } from "../lib/serve";

/** `npm run dev`: the product with Next's development server, which follows every change. */
export const main = () => serve("dev");
