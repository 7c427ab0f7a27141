import { serve } from "../lib/serve";

/** `npm start`: the product itself, for real use on one machine. */
export const main = () => serve("start");
