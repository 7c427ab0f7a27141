/** The providers that have an emulator. */
export const EMULATED = ["stripe", "authorizenet", "paypal", "quickbooks", "xero"] as const;
export type Emulated = (typeof EMULATED)[number];
