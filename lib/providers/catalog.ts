import type { ProviderDescriptor } from "@/lib/providers/descriptor";
import {
  permissionInWords,
  restrictedKeyAddress,
  STRIPE_PERMISSIONS,
} from "@/lib/providers/stripe-permissions";

/**
 * Every provider, in the order of the integrations page. Ids, names, cards, forms, endpoints, settings and
 * setup steps derive from this list. docs/providers.md explains how to add a provider.
 */
export const PROVIDERS = {
  stripe: {
    wire: "stripe",
    name: "Stripe",
    role: "source",
    description: "Imports Stripe payouts with every charge, refund and fee.",
    unsupported: [
      "Payouts of accounts connected to a Connect platform: only the account's own payouts are imported.",
      "What is inside manual and instant payouts: Stripe doesn't list it, so they are matched by their total.",
      "Payouts into a bank account in another currency: Stripe doesn't say what arrives, so they are shown and not posted.",
    ],
    operations: "stripe",
    fetches: "payouts",
    reportsFees: true,
    accountIsLogin: false,
    severalAccounts: true,
    key: {
      credentials: "a secret or restricted key",
      fields: [
        {
          name: "secret_key",
          wire: "secret_key",
          label: "Secret key",
          hint: "Begins with sk_, or with rk_ for a restricted key. Use your live key for live payments, or a test key for testing.",
          placeholder: "sk_...",
          secret: true,
          example: "sk_test_example",
        },
      ],
      page: {
        creates: "key",
        address: restrictedKeyAddress(),
        text: "A restricted key can only read what we need. Stripe's page opens with its name and permissions filled in: create the key there, then paste it below.",
        permissions: STRIPE_PERMISSIONS.map(({ id }) => permissionInWords(id)),
      },
    },
    redirect: {
      page: "/stripe/callback",
      parameters: ["code", "state"],
      notice: "stripe_connected",
      onFailure: "stay",
      service: "Stripe Connect",
      setUp:
        "Set STRIPE_CONNECT_CLIENT_ID and STRIPE_SECRET_KEY, or connect Stripe with a restricted or secret key.",
      examples: {
        authorizationUrl:
          "https://connect.stripe.com/oauth/authorize?response_type=code&client_id=ca_example&state=example",
        callback: { code: "ac_example", state: "example" },
      },
    },
    endpoints: {
      connectByKey: "POST /stripe/connect/",
      startConnect: "GET /stripe/connect/",
      completeConnect: "POST /stripe/callback/",
      disconnect: "POST /stripe/disconnect-stripe/",
      sync: "POST /stripe/save-payouts/",
      saveCategory: "POST /stripe/save-category/",
    },
  },
  authorizenet: {
    wire: "authorize",
    name: "Authorize.Net",
    role: "source",
    description: "Imports settled Authorize.Net batches with their transactions.",
    unsupported: [
      "Fees and the day of funding: Authorize.Net doesn't report them, so they are estimated from your settings.",
      "Accounts without the Transaction Details API, and batches older than two years.",
      "Accounts with several currencies: batches don't say which one they are in.",
    ],
    operations: "authorize",
    fetches: "settled batches",
    reportsFees: false,
    accountIsLogin: true,
    key: {
      credentials: "its API login ID and transaction key",
      fields: [
        {
          name: "login_id",
          wire: "login_id",
          label: "API login ID",
          secret: false,
          example: "5KP3u95bQpv",
        },
        {
          name: "transaction_key",
          wire: "transcation_key",
          label: "Transaction key",
          hint: "Find both in Authorize.Net under Account → Settings → API Credentials & Keys. Also turn on the Transaction Details API.",
          secret: true,
          example: "example-transaction-key",
        },
      ],
    },
    endpoints: {
      connectByKey: "POST /authorize/connect/",
      disconnect: "POST /authorize/disconnect/",
      // Documented as GET. Safe: the token is not a cookie, so another site can't trigger it.
      sync: "GET /authorize/sync-payouts/",
      readCategory: "GET /authorize/get-expense/",
      saveCategory: "POST /authorize/save-category/",
      readDiscount: "GET /authorize/settings/",
      saveDiscount: "PUT /authorize/settings/",
    },
  },
  paypal: {
    wire: "paypal",
    name: "PayPal",
    role: "source",
    needsKeys: true,
    description: "Imports PayPal transfers with their payments.",
    unsupported: [
      "Transfers older than two years. New ones are listed by PayPal up to three hours late.",
      "Withdrawals to a debit card: they are lines of the next transfer to the bank.",
      "Payments in a currency that you convert yourself: the conversion is a line, without its customers.",
    ],
    operations: "paypal",
    fetches: "transfers to the bank",
    datedWhenSent: true,
    reportsFees: true,
    accountIsLogin: false,
    key: {
      credentials: "the client ID and secret of a REST app",
      fields: [
        {
          name: "client_id",
          wire: "client_id",
          label: "Client ID",
          secret: false,
          example: "AeExampleClientId",
        },
        {
          name: "client_secret",
          wire: "client_secret",
          label: "Client secret",
          hint: "Your app shows both under Apps & Credentials.",
          secret: true,
          example: "EExampleSecret",
        },
      ],
      page: {
        creates: "app",
        address: "https://developer.paypal.com/dashboard/applications/live",
        text: "Create an app on PayPal's page, tick Transaction Search among its features and save, then copy its client ID and secret. PayPal can take up to nine hours to allow it.",
        permissions: ["Transaction Search"],
      },
    },
    endpoints: {
      connectByKey: "POST /paypal/connect/",
      disconnect: "POST /paypal/disconnect/",
      sync: "POST /paypal/sync/",
      saveCategory: "POST /paypal/save-category/",
    },
  },
  file: {
    wire: "file",
    name: "Payout files",
    role: "source",
    description: "Imports payouts of any other processor from CSV and Excel files.",
    unsupported: [
      "Files with totals only: each payout needs its payments, or it can't be matched.",
      "Old Excel workbooks (.xls), and files larger than 8 MB.",
    ],
    byFile: true,
    reportsFees: true,
    accountIsLogin: false,
  },
  quickbooks: {
    wire: "quickbook",
    name: "QuickBooks",
    role: "ledger",
    description: "Reads payments in Undeposited Funds and posts matched deposits to your books.",
    unsupported: [
      "QuickBooks Desktop and QuickBooks Self-Employed: connect QuickBooks Online.",
      "Payments recorded straight to a bank account: they have to wait in Undeposited Funds, or in clearing accounts that you choose.",
      "Payments in another currency in a clearing account.",
    ],
    operations: "quickbooks",
    fetches: "payments",
    accountIsLogin: false,
    redirect: {
      page: "/quickbooks/callback",
      parameters: ["code", "realmId", "state"],
      notice: "qb_connected",
      onFailure: "leave",
      service: "QuickBooks",
      setUp: "Its operator has to set QUICKBOOKS_CLIENT_ID and QUICKBOOKS_CLIENT_SECRET.",
      examples: {
        authorizationUrl:
          "https://appcenter.intuit.com/connect/oauth2?response_type=code&client_id=example&state=example",
        callback: { code: "example-code", realmId: "4620816365012345678", state: "example" },
      },
    },
    endpoints: {
      startConnect: "GET /qb/connect/",
      completeConnect: "POST /qb/callback/",
      disconnect: "POST /qb/disconnect-quickbook/",
      sync: "POST /qb/sync-payments/",
      listBanks: "GET /qb/bank-account/",
      saveBank: "POST /qb/save-bank/",
      listClearing: "GET /qb/clearing-account/",
      saveClearing: "POST /qb/save-clearing-account/",
      listExpenses: "GET /qb/get-expense/",
    },
  },
  xero: {
    wire: "xero",
    name: "Xero",
    role: "ledger",
    needsKeys: true,
    description: "Reads payments in your books and posts matched deposits.",
    unsupported: [
      "Payments recorded straight to your bank account: they have to wait in a clearing account.",
      "Payouts whose payments wait in an account of another currency: Xero makes no transfers between currencies.",
      "Reconciliation: Xero leaves it to you. Its bank feed suggests our entry for the payout's statement line.",
    ],
    terms: {
      discarded:
        "Xero doesn't allow its data to train models. What matching estimates from your books is used for one run and then discarded. Nothing learned from them is stored or used for another company.",
      kept: "Xero doesn't allow its data to train models. The operator of this installation has chosen to keep what matching estimates from your books in memory until they change. Nothing learned from them is stored or used for another company.",
    },
    operations: "xero",
    fetches: "payments",
    accountIsLogin: false,
    redirect: {
      page: "/xero/callback",
      parameters: ["code", "state"],
      notice: "xero_connected",
      onFailure: "stay",
      service: "Xero",
      setUp: "Its operator has to set XERO_CLIENT_ID and XERO_CLIENT_SECRET.",
      account: "organisation",
      examples: {
        authorizationUrl:
          "https://login.xero.com/identity/connect/authorize?response_type=code&client_id=example&state=example",
        callback: { code: "example-code", state: "example" },
      },
    },
    endpoints: {
      startConnect: "GET /xero/connect/",
      completeConnect: "POST /xero/callback/",
      chooseAccount: "POST /xero/choose/",
      disconnect: "POST /xero/disconnect/",
      sync: "POST /xero/sync/",
      listBanks: "GET /xero/bank-account/",
      saveBank: "POST /xero/save-bank/",
      listExpenses: "GET /xero/get-expense/",
    },
  },
} as const satisfies Record<string, ProviderDescriptor>;
