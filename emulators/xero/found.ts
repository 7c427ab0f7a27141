import { addDays, type CalendarDate } from "@/lib/dates";
import { ACCOUNTS, CHARTS, FOREIGN } from "./charts";
import {
  type Account,
  type Books,
  type Country,
  mintUuid,
  newXeroState,
  type XeroState,
} from "./state";

const CONTACTS = ["PayPal", "Stripe", "Walk-in customer", "City Limousines", "Ridgeway Bank"];
const TRACKING = { Region: ["North", "South"], Channel: ["Online", "Shop"] };

interface Founding {
  name: string;
  country: Country;
  today: CalendarDate;
}

/** Xero's emulator with one organisation that connects, another of the same user, and no payments. */
export function foundXero(seed: number, today: CalendarDate): XeroState {
  const state = newXeroState(seed, today);
  state.books[state.tenantId] = foundBooks(state, { name: "Kauri & Co", country: "NZ", today });
  state.books[mintUuid(state)] = foundBooks(state, { name: "Rimu Pty Ltd", country: "AU", today });
  return state;
}

/** An organisation's chart of accounts, tax rates and contacts, without documents. */
export function foundBooks(state: XeroState, { name, country, today }: Founding): Books {
  const chart = CHARTS[country];
  const at = `${addDays(today, -400)}T00:00:00.000Z`;
  const taxTypes = { sales: chart.sales, purchases: chart.purchases, none: chart.none };
  const account = ({ taxType = "none", ...facts }: (typeof ACCOUNTS)[number]): Account => {
    const isBank = facts.type === "BANK";
    return {
      id: mintUuid(state),
      class: "ASSET",
      status: "ACTIVE",
      enablePayments: false,
      ...facts,
      taxType: taxTypes[taxType],
      ...(isBank ? { currency: facts.currency ?? chart.currency } : {}),
      updated: at,
    };
  };
  const foreign = FOREIGN.filter((currency) => currency !== chart.currency).map((currency) => ({
    name: `PayPal ${currency}`,
    type: "BANK",
    bankType: "PAYPAL" as const,
    currency,
  }));
  const contacts = CONTACTS.map((contact) => ({
    id: mintUuid(state),
    name: contact,
    status: "ACTIVE" as const,
    isCustomer: contact === "Walk-in customer",
    isSupplier: false,
    updated: at,
  }));
  const tracking = Object.entries(TRACKING).map(([category, options]) => ({
    id: mintUuid(state),
    name: category,
    options: options.map((option) => ({ id: mintUuid(state), name: option })),
  }));
  return {
    organisationId: mintUuid(state),
    name,
    country,
    baseCurrency: chart.currency,
    timezone: chart.timezone,
    founded: at,
    currencies: [chart.currency, ...foreign.map(({ currency }) => currency)],
    accounts: byId([...ACCOUNTS, ...foreign].map(account)),
    taxRates: chart.taxRates,
    tracking,
    contacts: byId(contacts),
    invoices: {},
    creditNotes: {},
    payments: {},
    bankTransactions: {},
    bankTransfers: {},
    nextNumber: 1,
    behaviour: {
      listsTransfers: true,
      transferDeletes: "taken",
      reconciledChanges: "refused",
      decimals: "numbers",
      dates: "offset",
      adviser: false,
      multicurrency: true,
      tier: "core",
      lacksScopes: [],
    },
  };
}

function byId<T extends { id: string }>(rows: readonly T[]): Record<string, T> {
  return Object.fromEntries(rows.map((row) => [row.id, row]));
}
