/**
 * What `code` of a problem can be, by status, with what it means for a program. Codes are added, never renamed: clients
 * compare them. `message` is for people and may change.
 */
export const PROBLEM_CODES = {
  400: {
    webhook_bad_signature:
      "Of a provider's webhook: the signature is wrong, or older than five minutes.",
    webhook_unreadable: "Of a provider's webhook: the event can't be read.",
    malformed_json: "The body isn't valid JSON in UTF-8.",
    invalid_input:
      "A field of the body, or a parameter, is missing, unknown or wrong; `fields` names each.",
    invalid_company: "X-Company-Id isn't the id of a company.",
    invalid_idempotency_key: "Idempotency-Key isn't 1 to 255 visible ASCII characters.",
  },
  401: {
    unauthenticated: "No token, or a session that has ended. Sign in again.",
    api_token_unknown: "No such API token, or it was revoked.",
    api_token_expired: "The API token has expired.",
    account_disabled: "The operator of this installation has disabled the account.",
    two_factor_required:
      "The password is right; send the second factor with the `challenge` to /user/login/two-factor/api/.",
  },
  403: {
    forbidden: "Not permitted; the message says what is needed.",
    role_too_low: "The role in the company doesn't allow it.",
    not_a_member:
      "Not, or no longer, a member of the company; or the API token is another company's.",
    api_tokens_refused: "For signed-in people only.",
    sign_up_closed: "This installation takes no new accounts, or only people who were invited.",
    confirm_email_first: "The user's email address has to be confirmed first.",
  },
  404: { not_found: "No such path or record. Records of other companies answer the same." },
  405: { method_not_allowed: "The path doesn't have this method; see `Allow`." },
  409: {
    already_done: "The state is already what was asked for; nothing was changed.",
    already_exists: "There is one with this name, address or account already.",
    already_matched: "The deposit, line or payment is matched already. Undo its match first.",
    already_posted: "The deposit is in the books, wholly or partly. Undo its match first.",
    books_open: "The books are open on the payout's own day, so nothing has to be moved.",
    changed_meanwhile: "What the call was based on has changed. Read it again, then repeat.",
    decision_needed: "A person has to decide something first; the message says what.",
    duplicate_request:
      "The same Idempotency-Key is in use by a call that isn't finished. Repeat it.",
    last_owner: "The company would be left without an owner.",
    limit_reached: "There are as many as there can be. Delete one first.",
    linked_elsewhere: "The Deposit belongs to another payout.",
    no_suggestion: "The suggestion was confirmed, dismissed or replaced.",
    not_connected:
      "A connection that this needs is missing, expired or can't be opened. Connect it.",
    not_matched: "The deposit isn't matched, so nothing can be undone.",
    not_waiting: "Nothing is waiting for what was asked.",
    other_books:
      "It belongs to other books than the ones that are connected, or another company posts to them.",
    outcome_unknown:
      "The first call with this Idempotency-Key was interrupted. Look whether it took effect, then use another key.",
    paused: "This installation is paused: nothing is synced, posted or mailed.",
    payment_unavailable: "A payment or invoice is matched, paid or no longer open.",
    payout_failed: "The payout never reached the bank.",
    payout_in_transit: "The payout hasn't reached the bank yet.",
    posting_in_progress: "The deposit is being posted. Repeat in a moment.",
    run_in_progress: "A run of this kind is under way. Wait for it, or cancel it.",
    too_many_open: "Too much is open to match it at once.",
    undo_in_progress: "The deposit is being undone. Repeat in a moment.",
    wrong_step: "Another step comes first; the message says which.",
  },
  413: { too_large: "The body exceeds the limit of the call, usually 1 MB." },
  415: { unsupported_media_type: "The body isn't declared as application/json." },
  422: {
    idempotency_key_reused: "The Idempotency-Key belongs to a call with another path or body.",
    unusable_input: "Well formed, but a value can't be used; `fields` names it where it is one.",
  },
  429: { rate_limited: "Too often, or too many at once; see `Retry-After`." },
  500: { internal: "An error on our side, logged under `request_id`." },
  502: {
    provider_error: "The provider failed or refused; the message says what to do.",
    provider_forbidden: "The connection lacks a permission at the provider.",
    provider_not_found: "The provider doesn't have the record.",
    provider_rate_limited: "The provider takes no more calls for now. Repeat later.",
    provider_rejected: "The provider refused this request; nothing was written.",
    provider_stale: "The record has changed at the provider. Sync, then repeat.",
    provider_unauthorized: "The provider doesn't accept the connection any more. Connect it again.",
    provider_unavailable:
      "The provider didn't answer, or failed. Whether it wrote anything is unknown.",
  },
  503: {
    unavailable:
      "The database is unavailable or busy, or a disk is full; see `Retry-After` if present.",
    webhook_not_set_up: "Of a provider's webhook: its secret isn't set here.",
  },
} as const;

type Codes = typeof PROBLEM_CODES;
export type ProblemStatus = keyof Codes;
export type ProblemCode<S extends ProblemStatus = ProblemStatus> = {
  [K in S]: keyof Codes[K];
}[S];

export const ALL_CODES = Object.values(PROBLEM_CODES).flatMap(
  (codes) => Object.keys(codes) as ProblemCode[],
);
