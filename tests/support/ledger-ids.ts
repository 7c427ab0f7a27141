import type { FullLedger } from "./full-ledger";

/** Every field that names a row, and the value to use. A new field has to be added here. */
export const IDS: Record<string, (books: FullLedger) => unknown[]> = {
  deposit_id: ({ depositIds }) => Object.values(depositIds),
  deposit_ids: ({ depositIds }) => [[depositIds.pending], [depositIds.pending, depositIds.posted]],
  line_id: ({ lineIds }) => lineIds,
  line_ids: ({ lineIds }) => [lineIds.slice(0, 1), lineIds.slice(0, 2)],
  payment_id: ({ paymentProviderIds }) => paymentProviderIds,
  payment_ids: ({ paymentProviderIds }) => [paymentProviderIds.slice(0, 1)],
  connection_id: ({ connectionIds }) => connectionIds,
  run_id: ({ runId }) => [runId],
  match_run_id: ({ matchRunId }) => [matchRunId],
  import_id: ({ importId }) => [importId],
  automatic_run_id: ({ automaticRunId }) => [automaticRunId],
  rule_id: ({ ruleId }) => [ruleId],
  question_id: ({ questionId }) => [questionId],
  invitation_id: ({ invitationId }) => [invitationId],
  api_token_id: ({ apiTokenId }) => [apiTokenId],
  webhook_endpoint_id: ({ webhookEndpointId }) => [webhookEndpointId],
  delivery_id: ({ deliveryId }) => [deliveryId],
  user_id: ({ userId }) => [userId],
  company_id: ({ companyId }) => [companyId],
  company_ids: ({ companyId }) => [[companyId]],
  rule_ids: ({ ruleId }) => [[ruleId]],
  failure_id: ({ failureId }) => [failureId],
  session_id: ({ sessionId }) => [sessionId],
  identity_id: (books) => [books.identityId],
  ids: ({ notificationId }) => [[notificationId]],
  stripe_transaction_ids: ({ depositIds }) => [
    [String(depositIds.pending)],
    [`deposit-${depositIds.suggested}`],
  ],
  quickbooks_transaction_ids: ({ paymentProviderIds }) => [
    [paymentProviderIds[0]],
    paymentProviderIds.slice(0, 2),
  ],
};

/** Ids of a provider's objects, looked up with the caller's own credentials, and credentials. */
const NO_ROWS = new Set([
  ...["account_id", "bank_id", "login_id", "client_id", "difference_account_id"],
  ...["item_id", "refund_item_id", "tax_code_id", "class_id"],
  ...["location_id", "payment_method_id", "existing_id"],
]);

/** Whether a field of that name names a row. */
export function isIdField(name: string): boolean {
  return /(?:^|_)ids?$/i.test(name) && !NO_ROWS.has(name);
}
