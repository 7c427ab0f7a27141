import { foldHeading } from "../rows/row-reader";
import type { PayoutFormat } from "../rows/types";
import { ADYEN_SETTLEMENT } from "./adyen";
import { GOCARDLESS_TRANSACTIONS } from "./gocardless";
import { KLARNA_SETTLEMENT } from "./klarna";
import { MOLLIE_SETTLEMENT } from "./mollie";
import { PAYPAL_ACTIVITY } from "./paypal";
import { PAYPAL_SETTLEMENT } from "./paypal-settlement";
import { SHOPIFY_PAYOUTS, SHOPIFY_TRANSACTIONS } from "./shopify";
import { SQUARE_TRANSACTIONS } from "./square";
import { STRIPE_BALANCE_CHANGE, STRIPE_BALANCE_HISTORY, STRIPE_RECONCILIATION } from "./stripe";
import { SUMUP_TRANSACTIONS } from "./sumup";

/** Every report that is recognized; the first that fits counts. */
export const KNOWN_FORMATS: readonly PayoutFormat[] = [
  ...[STRIPE_RECONCILIATION, STRIPE_BALANCE_CHANGE, STRIPE_BALANCE_HISTORY],
  ...[PAYPAL_ACTIVITY, PAYPAL_SETTLEMENT, SQUARE_TRANSACTIONS],
  ...[SHOPIFY_TRANSACTIONS, SHOPIFY_PAYOUTS, ADYEN_SETTLEMENT, GOCARDLESS_TRANSACTIONS],
  ...[MOLLIE_SETTLEMENT, SUMUP_TRANSACTIONS, KLARNA_SETTLEMENT],
];

/** The report whose header these cells are; undefined where they are none. */
export function formatOfHeader(
  cells: readonly string[],
  formats: readonly PayoutFormat[] = KNOWN_FORMATS,
): PayoutFormat | undefined {
  if (cells.length < 2) return undefined;
  const found = new Set(cells.map(foldHeading));
  return formats.find(({ needs }) =>
    needs.every((need) =>
      typeof need === "string" ? found.has(need) : need.some((one) => found.has(one)),
    ),
  );
}
