import type { LeastRole } from "@/lib/constants/roles";
import { endpoints, type SessionKey } from "@/lib/contracts/registry";

/** An endpoint, or one of its fields that ask for more: "POST /qb/post-ready/ auto_post". */
export type Needed = SessionKey | `${SessionKey} ${string}`;

/** What each action calls in the end; "A › B" is offered once A is pressed, and counts as A unless B is known. */
export const ACTIONS = {
  "POST /qb/confirm-match/": /^Confirm (Match|all)$/,
  "POST /qb/dismiss-match/": /^Dismiss( all)?$/,
  "POST /qb/match-transaction/":
    /^(Manual Match|Choose|All deposits|Open deposit) → \/.*#|^(Search|Sort) \w+ Transactions|Transactions \(listbox\)$/,
  "POST /qb/auto-match/": /^(Auto Match|Check again)$/,
  "POST /qb/auto-match-runs/": /^Select (all on this page|deposit ##)( \(checkbox\))?$/,
  "POST /qb/undo/":
    /^(Undo Match|Unlink|Delete ((these|this) [#1]+ )?from QuickBooks…?|Search › Undo a posting)$/,
  "POST /qb/automatic-runs/undo/": /^Undo ##? match(es)?$/,
  "POST /qb/put-aside/": /^Mark as booked elsewhere$/,
  "POST /qb/link-existing/": /^Link to it$/,
  "POST /qb/dismiss-existing/": /^Not this payout$/,
  "POST /qb/post-on-open-day/": /^Post on the first open day$/,
  "POST /qb/post-all-on-open-day/": /^Date them on the first open day$/,
  "POST /qb/delete-deposit/": /^Delete Deposit$/,
  "POST /qb/post-ready/": /^Post # deposits?$/,
  "POST /qb/post-ready/ auto_post": /^Post # deposits? › Post new matches automatically/,
  "POST /qb/post-deposit/": /^(Post to QuickBooks|Review all → .*)$/,
  "POST /qb/retry-posting/": /^Retry$/,
  "POST /qb/match-line/": /^(Choose [A-Z][^→]*|Book the difference of .* instead)$/,
  "POST /qb/plan-receipt/": /^(Record (sales|refund) receipt|Create receipt → .*)$/,
  "POST /qb/plan-receipts/": /^Record receipts$/,
  "POST /qb/plan-invoice-payment/": /^(Receive on an invoice|Receive payment (→|on) .*)$/,
  "POST /qb/book-line/": /^(Book to an account|Book to \(combobox\)|Change|Choose account → .*)$/,
  "POST /qb/book-line/ always": /(^|› )Always for .* \(checkbox\)$/,
  "POST /qb/wait-for-line/": /^Postpone$/,
  "POST /questions/ask/": /^Ask the client$/,
  "POST /jobs/retry/": /^Retry: /,
  "POST /jobs/dismiss/": /^Dismiss: /,
  "POST /stripe/save-payouts/": /^(Sync (Now|Everything)|Search › Sync now)$/,
  "POST /rules/": /^New rule$/,
  "PUT /rules/": /^Edit$/,
  "POST /rules/order/": /^Move (up|down)$/,
  "POST /rules/delete/": /^Delete$/,
  "POST /rules/switch/ active": /^On \(switch\)$/,
  "POST /authorize/connect/": /^Connect Authorize\.Net$/,
  "POST /paypal/connect/": /^Connect PayPal$/,
  "POST /stripe/connect/": /^Connect another account$/,
  "POST /integrations/disconnect/": /^Disconnect$/,
  "POST /payout-files/import/": /^Import a file$/,
  "POST /stripe/save-category/":
    /^((Stripe|Authorize\.Net) Settings|Choose accounts|Use these accounts|Choose an expense category|.* → \/integrations\?settings=.*)$/,
  "POST /qb/save-bank/": /^(QuickBooks Settings|.* → \/integrations\?tab=accounting&settings=.*)$/,
  "PUT /settings/payment-account/": /^Match (from |payments from there…$)/,
  "POST /qb/save-clearing-account/": /^Choose account for negative payouts$/,
  "PUT /settings/company/":
    /^(Company Name|Matching Algorithm|Auto Match|Post automatically|Daily Synchronization|Date Format|Company Time Zone) \(/,
  "PUT /settings/accounts/":
    /^(Processing fees|Refunds|Disputes|Dispute fees|Adjustments|Billing fees|Reserves|Transfers), .* \(/,
  "PUT /settings/lines/": /^(Payment method|Customer), .* \(/,
  "PUT /settings/receipts/":
    /^(Class|Memo|Product or service|Refund item|Tax code|Sales tax code), .* \(/,
  "POST /people/invite/": /^Invite$/,
  "POST /people/resend/": /^Send the invitation of /,
  "POST /people/revoke/": /^Withdraw the invitation of /,
  "PUT /people/role/": /^Role of /,
  "POST /people/remove/": /^Remove somebody$/,
  "POST /people/hand-over/": /^Hand over ownership$/,
  "POST /companies/leave/": /^Leave$/,
  "POST /companies/delete/": /^Delete company$/,
  "POST /api-tokens/": /^(New API token|API → .*)$/,
  "POST /api-tokens/revoke/": /^Revoke Reports$/,
  "GET /settings/export/": /^Export all data$/,
  "POST /companies/sync/": /^Sync all$/,
} satisfies Partial<Record<Needed, RegExp>>;

const PAGES =
  /^\/($|help|companies|dashboard|transactions?\b|manual-match(\/.*)?$|integrations(\?tab=\w+)?$|settings(\?tab=\w+)?$)/;

/** What only shows something, or is about the user's own account: offered to everybody, on no condition. */
const ANYBODY = [
  /^(Company: .*|Search|Notifications.*|Theme|Signed in as .*|Logout|Keyboard shortcuts)$/,
  /\((tab|radio|menuitem|menuitemradio)\)$/,
  // Cases of the inbox, and its causes.
  /^(Pending|Suggested|Matched|Not posted|Rejected) Stripe · /,
  /^(To confirm|Rejected by QuickBooks|Books closed|Negative payouts|Already booked|Which payment\?|Not in QuickBooks|Amounts differ|On its way|(Needs|In|Setting) .*) [#,]+ ([A-Z]{3})?[−#.,]+$/,
  /^Help: /,
  // Of All companies: to where an owner or admin of that company connects it.
  /^Connect (.*'s company|Second books)$/,
  /^(Show (Journal Entry|History)|Copy the payout's ID|Reload the list)$/,
  /^# charges? matched( with certainty)?(, [#,.]+ Show)?$/,
  /^(Show as table|Evidence for .*|.* Hide|Next|Previous|Dismiss this hint|Hide setup|Open .*)$/,
  /^(Export CSV|Search › (?!Sync).*|Choose a date: .*|This month|Last month|Has \w+|EUR)$/,
  /^(Not posted|Posting failed|Date|Account|QuickBooks ID|Total Amount|Status)$/,
  /^(Currency|Status|Month|Likely cause|Deposits per page|Filter by need) \(combobox\)$/,
  /^(From|To) \(textbox\)$|^Search (deposits|companies) \(searchbox\)$/,
  // The user's own account.
  /^(Picture file|Choose picture|Delete account|Show password|Change Password|Sign out everywhere|Revoke all)$/,
  /^(First Name|Last Name|Email|Phone|.* Password) \(textbox\)$/,
  /^(Timezone|Session Timeout) \(combobox\)$/,
  /^(Successful Matches|Match Suggestions|Integration Issues|Weekly Summary|Real-time Alerts|Sound Alerts|Two-Factor Authentication|Auto Logout) \(switch\)$/,
];

/** What an action needs; null: nothing, undefined: it isn't known yet, so add it above. */
export function neededFor(action: string): Needed | null | undefined {
  const own = Object.entries(ACTIONS).filter(([, names]) => names.test(action));
  if (own.length > 1) throw new Error(`${action}: ${own.map(([needed]) => needed).join(", ")}`);
  if (own[0]) return own[0][0] as Needed;
  const [, address] = / → (.*)$/.exec(action) ?? [];
  const leads = address && (PAGES.test(address) || /^(#|https:)/.test(address));
  if (leads || ANYBODY.some((names) => names.test(action))) return null;
  const [opener, behind] = action.split(" › ");
  if (opener === undefined || behind === undefined) return undefined;
  return (isField(behind) ? undefined : neededFor(behind)) ?? neededFor(opener);
}

/** A field of a form does nothing by itself, whatever a setting of that name needs. */
function isField(action: string): boolean {
  return /\((combobox|textbox|searchbox|spinbutton|checkbox|radio|switch)\)$/.test(action);
}

/** The least role for it, by the contract. */
export function leastRoleFor(needed: Needed): LeastRole {
  const [method, path, field] = needed.split(" ");
  const endpoint = endpoints.find((each) => each.method === method && each.path === path);
  if (!endpoint) throw new Error(`No endpoint: ${needed}`);
  if (field === undefined) return endpoint.role;
  const asked = endpoint.settingFields?.find((each) => each.field === field);
  if (!asked) throw new Error(`No such field: ${needed}`);
  return asked.role;
}
