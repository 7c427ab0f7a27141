/** Our kind for the line that makes up the difference between a payout's lines and its amount. */
export const DIFFERENCE = "unexplained_difference";
