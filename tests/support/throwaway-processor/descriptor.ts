import type { SourceDescriptor } from "@/lib/providers/descriptor";

/** The entry of a fourth processor, as lib/providers/catalog.ts would have it in the place of PayPal's. */
export const THROWAWAY = {
  wire: "paypal",
  name: "Throwaway Pay",
  role: "source",
  comingSoon: false,
  description: "Brings in the payouts of a test.",
  operations: "paypal",
  fetches: "payouts",
  reportsFees: true,
  accountIsLogin: false,
  key: {
    credentials: "an API key",
    fields: [
      { name: "api_key", wire: "api_key", label: "API key", secret: true, example: "key_example" },
    ],
  },
  endpoints: {
    connectByKey: "POST /paypal/connect/",
    disconnect: "POST /paypal/disconnect/",
    sync: "POST /paypal/sync/",
    saveCategory: "POST /paypal/save-category/",
  },
} as const satisfies SourceDescriptor;
