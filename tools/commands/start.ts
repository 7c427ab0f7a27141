import { restoreAsked } from "../backup/restore-asked";
import { serve } from "../product/serve";

/** `npm start`: the product itself, for production use on one machine. */
export const main = () => serve("start", restoreAsked);
