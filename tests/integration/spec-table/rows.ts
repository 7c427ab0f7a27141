import type { World } from "./world";

/** One row of the specification's table of calls, as written there. */
export interface Row {
  method: "GET" | "POST" | "PUT";
  path: string;
  /** Built when it is sent: later rows need earlier answers. */
  payload?: (world: World) => unknown;
  /** Fields that the documented clients read: "a.b", and "a[].b" for each element of a non-empty list. */
  reads: string[];
  /** The documented clients' success message, where the catalogue has one. */
  message?: string;
  /** 200 by default. */
  status?: number;
}

const ACCOUNT = ["Id", "Name"];
const METRICS = ["deposits_matched", "pending_matches", "match_rate"];

const each = (list: string, fields: string[]) => fields.map((field) => `${list}[].${field}`);

/** All rows, in an order that one company can go through. */
export const ROWS: Row[] = [
  {
    method: "POST",
    path: "/user/create/api/",
    payload: ({ username, email, password }) => ({
      username,
      email,
      password,
      password_confirm: password,
    }),
    reads: ["token", "message"],
    message: "Account created successfully!",
  },
  {
    method: "POST",
    path: "/user/login/api/",
    payload: ({ username, password }) => ({ username, password }),
    reads: [
      "token",
      "user.id",
      "user.username",
      "user.email",
      "user.first_name",
      "user.last_name",
      "user.date_joined",
    ],
    message: "Logged in successfully!",
  },
  {
    method: "POST",
    path: "/stripe/connect/",
    payload: ({ emulators }) => ({ secret_key: emulators.credentials.stripeSecretKey }),
    reads: ["message"],
  },
  { method: "GET", path: "/qb/connect/", reads: ["authorization_url"] },
  {
    method: "POST",
    path: "qb/callback/",
    payload: (world) => world.consentToQuickbooks(),
    reads: ["message"],
  },
  { method: "GET", path: "qb/bank-account/", reads: each("banks", ACCOUNT) },
  {
    method: "POST",
    path: "qb/save-bank/",
    payload: ({ answers }) => {
      const [bank] = answers["qb/bank-account/"].banks;
      return { bank_id: bank.Id, bank_name: bank.Name };
    },
    reads: [],
    message: "Bank account settings saved successfully",
  },
  { method: "GET", path: "/qb/get-expense/", reads: each("expenses", ACCOUNT) },
  {
    method: "POST",
    path: "stripe/save-category/",
    payload: ({ answers }) => ({ category: answers["/qb/get-expense/"].expenses[0] }),
    reads: [],
    message: "Expense category saved successfully",
  },
  {
    method: "POST",
    path: "/authorize/connect/",
    payload: ({ emulators }) => ({
      login_id: emulators.credentials.authorizenetLoginId,
      transcation_key: emulators.credentials.authorizenetTransactionKey,
    }),
    reads: ["message"],
  },
  {
    method: "POST",
    path: "authorize/save-category/",
    payload: ({ answers }) => ({ category: answers["/qb/get-expense/"].expenses[1] }),
    reads: [],
    message: "Expense category saved successfully",
  },
  {
    method: "GET",
    path: "/authorize/get-expense/",
    reads: ["expenses[].meta_data.Name"],
  },
  {
    method: "POST",
    path: "stripe/save-payouts/",
    reads: [],
    message: "Successfully synced Stripe payouts",
  },
  {
    method: "GET",
    path: "authorize/sync-payouts/",
    reads: [],
    message: "Successfully synced Authorize.Net payouts",
  },
  {
    method: "GET",
    path: "/user/integrations/",
    reads: each("integrations", ["integration_type", "meta_data", "authorized_account.login_id"]),
  },
  {
    method: "GET",
    path: "/qb/deposit-status/",
    reads: [
      "bank_name",
      ...each("deposits", [
        "id",
        "txn_date",
        "total_amt",
        "deposit_to_acc_name",
        "quickbook_id",
        "status",
      ]),
      ...each("deposits[].lines", ["id", "description", "plateform", "entity", "amount", "status"]),
    ],
  },
  {
    method: "GET",
    path: "qb/get-payment/",
    reads: each("transactions", ["Id", "TxnDate", "TotalAmt", "CustomerName"]),
  },
  {
    method: "GET",
    path: "/user/dashboard-status/api/",
    reads: [
      ...METRICS.flatMap((metric) => [`${metric}.value`, `${metric}.change`, `${metric}.period`]),
      "recent_activity.value",
    ],
  },
  {
    method: "POST",
    path: "/qb/match-transaction/",
    payload: (world) => {
      const deposit = world.deposit(0);
      const payment = world.paymentOf(deposit);
      return {
        stripe_transaction_ids: [String(deposit.id)],
        stripe_transaction_amount: Number(deposit.total_amt),
        quickbooks_transaction_ids: [payment.Id],
        quickbooks_transaction_amount: Number(payment.TotalAmt),
      };
    },
    reads: [],
  },
  {
    method: "POST",
    path: "/qb/auto-match/",
    payload: (world) => ({ deposit_id: world.deposit(1).id }),
    reads: [],
    message: "Auto-match completed successfully",
  },
  {
    method: "POST",
    path: "/qb/delete-deposit/",
    payload: (world) => ({ deposit_id: world.deposit(2).id }),
    reads: [],
    message: "Deposit deleted successfully",
  },
  {
    method: "POST",
    path: "stripe/callback/",
    payload: (world) => world.consentToStripe(),
    reads: ["message"],
    message: "Successfully connected to Stripe",
  },
  {
    method: "POST",
    path: "stripe/disconnect-stripe/",
    reads: [],
    message: "Successfully disconnected from Stripe",
  },
  {
    method: "POST",
    path: "qb/disconnect-quickbook/",
    reads: [],
    message: "Successfully disconnected from QuickBooks",
  },
  {
    method: "POST",
    path: "/authorize/disconnect/",
    reads: [],
    message: "Successfully disconnected from Authorize.Net",
  },
  {
    method: "PUT",
    path: "/user/auto-logout/api/",
    payload: () => ({ auto_logout_enabled: true, session_timeout: 30 }),
    reads: [],
    message: "Settings saved successfully",
  },
  {
    method: "POST",
    path: "/user/change-password/api/",
    payload: (world) => ({
      current_password: world.password,
      new_password: "another correct horse",
      confirm_password: "another correct horse",
    }),
    reads: [],
    message: "Password changed successfully",
  },
  {
    method: "POST",
    path: "/user/send-otp/api/",
    payload: ({ email }) => ({ email }),
    reads: [],
    message: "OTP sent to your email",
  },
  {
    method: "POST",
    path: "/user/verify-otp/api/",
    payload: async (world) => ({ email: world.email, otp: await world.mailedCode() }),
    reads: [],
    message: "OTP verified successfully",
  },
  {
    method: "POST",
    path: "/user/logout/api/",
    reads: [],
    message: "Logged out successfully",
  },
  {
    method: "POST",
    path: "/user/reset-password/api/",
    payload: ({ email }) => ({
      email,
      new_password: "a third correct horse",
      confirm_password: "a third correct horse",
    }),
    reads: [],
    message: "Password reset successfully",
  },
];
