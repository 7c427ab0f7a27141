/** Kind, by our name, of a line for what a payout's lines lack to its amount. */
export const DIFFERENCE = "unexplained_difference";
