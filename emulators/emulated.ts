/** The providers that have an emulator. */
export const EMULATED = ["stripe", "authorizenet", "quickbooks", "xero"] as const;
export type Emulated = (typeof EMULATED)[number];
