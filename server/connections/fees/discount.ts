/** What the acquirer charges, as the user set it. Decimals: "2.90" percent, "0.30" of the major unit. */
export interface Discount {
  discountPercent: string;
  discountFixed: string;
  discountTiming: "daily" | "monthly";
  /** Of eChecks; as for cards where absent. */
  echeckPercent?: string | undefined;
  echeckFixed?: string | undefined;
}

/** One rate of a discount. */
export interface Rate {
  percent: string;
  fixed: string;
}
