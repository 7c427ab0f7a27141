import type { JsonSchema } from "@/lib/openapi/json-schema";

/**
 * What a field or parameter means wherever it has this name. The comment of a contract takes its place where it says more;
 * a test finds words that no field needs.
 */
export const GLOSSARY: Readonly<Record<string, string>> = {
  Id: "The ledger's id of the record.",
  Name: "The record's name in the books.",
  CustomerName: "The customer, as the ledger names it; empty for none.",
  TxnDate: "The record's date in the books.",
  account_id: "The ledger's id of an account.",
  account_name: "The account's name, as the ledger lists it.",
  amount: "In `currency`; negative where money goes out.",
  bank_id: "The ledger's id of a bank account.",
  banks: "Bank accounts.",
  cause: "What most likely keeps the payment there.",
  class:
    "The part of the business it is booked for, a class in QuickBooks, a tracking option in Xero; empty or null for none.",
  class_id: "The ledger's id of a class; null for none.",
  classes: "Classes in the books: the parts of the business.",
  code: "The second factor, while two-factor is on: six digits from the authenticator, or a recovery code.",
  company: "The company.",
  company_id: "The company's id.",
  client_id: "The client ID of your REST app at PayPal.",
  client_secret: "The secret of your REST app at PayPal, which is stored encrypted.",
  conditions: "Which lines the rule covers.",
  confirm_password: "The new password once more.",
  connection_id: "The connection's id, `id` of /user/integrations/.",
  created_at: "When it was created.",
  currency: "The currency of its amounts.",
  current_password: "The user's password; left out by accounts that have none.",
  customer: "The customer it is booked for; empty or null for none.",
  date_format: "How dates are written for people.",
  deposit: "The deposit.",
  deposit_id: "The deposit's id.",
  deposit_ids: "Ids of deposits.",
  description: "What the line is for, in the processor's words.",
  email: "An email address.",
  evidence: "The evidence for and against it, the strongest first.",
  first_name: "The user's first name; empty for none.",
  home_currency: "The home currency of the books.",
  integration_type: "The provider, in the documented spelling.",
  invitation_id: "The invitation's id.",
  item_id: "The ledger's id of a product or service.",
  last_name: "The user's last name; empty for none.",
  last_synced_at: "When it was last synced; null before the first sync.",
  line_id: "The line's id.",
  line_ids: "Ids of lines.",
  lines: "Its lines.",
  login_id: "The API login ID of Authorize.Net.",
  match_id: "The match's id.",
  memo: "The text on the record in the books; empty for none.",
  message: "What was done, for people; the words may change.",
  note: "What the user noted; empty for none.",
  number: "The record's number, as the ledger shows it.",
  page: "The page, counted from 1.",
  page_size: "How many there are on a page.",
  password: "The password, at least 6 characters.",
  password_confirm: "The password once more.",
  payment_ids: "Ids of payments, as a match lists them.",
  probability: "How likely it is right, from 0 to 1.",
  proof: "How the parts add up to the payout.",
  question_id: "The question's id.",
  quickbooks_url: "The record's page in the books; empty where it has none.",
  realmId: "`realmId` of the address that QuickBooks redirected to: its id of the company.",
  reload:
    "`true` reads the list from the books rather than from a cache of a few minutes; at most once a minute.",
  role: "What the member may do; each role includes the ones before it.",
  rule_id: "The rule's id.",
  runs: "Runs, the newest first.",
  secret_key: "A secret or restricted key of Stripe, which is stored encrypted.",
  sources: "One for each connected payment processor.",
  state: "`state` of the address that the provider redirected to.",
  status: "The deposit's status after the call.",
  sums: "Their sums, by currency.",
  tax_code: "The tax code on the record; null for none.",
  tax_code_id: "The ledger's id of a tax code; null for none.",
  total: "How many there are on all pages together.",
  totals: "Their sums, by currency.",
  undone: "How many of them were undone.",
  transcation_key:
    "The transaction key of Authorize.Net, which is stored encrypted. The spelling is the documented one.",
  unread: "How many notifications are unread.",
  user: "The user's record.",
  user_id: "The member's user id.",
  username: "The name that the user signs in with.",
};

/** A schema in which each field without a description of its own has the one of its name. */
export function described(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (_key, value) => {
    const { properties } = Object(value) as JsonSchema;
    if (typeof properties !== "object") return value;
    for (const [name, field] of Object.entries(properties)) {
      const words = GLOSSARY[name];
      if (words && field.description === undefined) field.description = words;
    }
    return value;
  });
}
