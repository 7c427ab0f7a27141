import type { Shopper } from "./shoppers";

export type Means = "card" | "PayPal" | "gift card" | "card and gift card";

/** Amounts in minor units. */
export interface Order {
  number: string;
  shopper: Shopper;
  day: number;
  goods: number;
  shipping: number;
  tax: number;
  /** Goods, shipping and tax. */
  total: number;
  means: Means;
  /** Part of the total. */
  giftCard: number;
  /** Late enough to fall on another day in another time zone. */
  evening: boolean;
}
