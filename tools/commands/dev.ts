import { restoreAsked } from "../backup/restore-asked";
import { serve } from "../product/serve";

/** `npm run dev`: the product with Next's development server, which reloads on every change. */
export const main = () => serve("dev", restoreAsked);
