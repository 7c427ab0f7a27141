/** The providers that have an emulator. */
export const EMULATED = ["stripe", "authorizenet", "quickbooks"] as const;
export type Emulated = (typeof EMULATED)[number];
