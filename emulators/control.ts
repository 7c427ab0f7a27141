import { z } from "zod";
import {
  addDeposit,
  addInvoice,
  addPayment,
  addPayout,
  correctionInput,
  correctPayment,
  depositInput,
  invoiceInput,
  paymentInput,
  payoutInput,
} from "./additions";
import {
  addBatch,
  batchInput,
  changeMerchant,
  merchantInput,
  returnInput,
  returnPayment,
} from "./authorizenet/additions";
import { type FaultPlan, faultInput } from "./faults";
import type { Call } from "./http/call";
import { json, type Reply } from "./http/reply";
import { withInput } from "./http/with-input";
import { overview } from "./overview";
import { accountInput, addEvents, changeAccount, eventsInput } from "./paypal/additions";
import { serveLateRows } from "./paypal/drift";
import { expirePayPalTokens } from "./paypal/tokens";
import { rowView } from "./paypal/view";
import { changeCompany, companyInput } from "./quickbooks/company";
import { clockOf } from "./quickbooks/state";
import { expireTokens } from "./quickbooks/tokens";
import type { RequestLog } from "./request-log";
import { COMPANIES, type EmulatorState, type StateKeeper } from "./state";
import {
  changePayout,
  changePlatform,
  changeRestrictedKey,
  payoutChange,
  platformInput,
  restrictedKeyInput,
} from "./stripe/changes";
import { sendEntryEvents, sendEvents, sendInput, sendPayoutEvents } from "./webhooks/control";
import { targetInput, type WebhookSender } from "./webhooks/sender";
import { controlXero } from "./xero/control";
import { expireTokens as expireXeroTokens } from "./xero/tokens";

interface Controlled {
  keeper: StateKeeper;
  faults: FaultPlan;
  log: RequestLog;
  webhooks: WebhookSender;
}

const clockInput = z.strictObject({ offsetSeconds: z.int().min(-86_400).max(86_400) });
const resetInput = z.strictObject({
  company: z.enum(COMPANIES).optional(),
  paypal: z.boolean().optional(),
  square: z.boolean().optional(),
});
/** The answer of `GET /snapshot`, unchanged. */
const snapshotInput = z
  .looseObject({ version: z.literal(1), company: z.enum(COMPANIES) })
  .transform((state) => state as unknown as EmulatorState);
const expireInput = z.strictObject({ refresh: z.boolean().default(false) });

/** Control interface for tests and checks. The real providers have nothing like it. */
export function handleControl(call: Call, { keeper, faults, log, webhooks }: Controlled): Reply {
  const state = keeper.current;
  const changed = (body: unknown): Reply => {
    keeper.save();
    return json(200, body);
  };
  switch (`${call.method} ${call.path}`) {
    case "GET /state":
      return json(200, overview(state));
    case "GET /files":
      return json(200, { files: state.files });
    case "GET /requests":
      return json(200, { requests: log.list() });
    case "DELETE /requests":
      log.clear();
      return json(200, { requests: [] });
    case "GET /faults":
      return json(200, { faults: faults.list() });
    case "POST /faults":
      return withInput(call, faultInput, (input) => {
        faults.add(input);
        return json(200, { faults: faults.list() });
      });
    case "DELETE /faults":
      faults.clear();
      return json(200, { faults: [] });
    case "POST /reset":
      return withInput(call, resetInput, (input) => {
        faults.clear();
        log.clear();
        webhooks.clear();
        keeper.reset(input);
        return json(200, { reset: true });
      });
    case "GET /snapshot":
      return json(200, state);
    case "POST /restore":
      return withInput(call, snapshotInput, (snapshot) => {
        faults.clear();
        log.clear();
        webhooks.clear();
        keeper.restore(snapshot);
        return json(200, { restored: true });
      });
    case "POST /tokens/expire":
      return withInput(call, expireInput, ({ refresh }) => {
        expireTokens(state.quickbooks, refresh);
        expirePayPalTokens(state.paypal);
        expireXeroTokens(state.xero, refresh);
        return changed({ expired: refresh ? "access and refresh tokens" : "access tokens" });
      });
    case "POST /clock":
      return withInput(call, clockInput, ({ offsetSeconds }) => {
        state.quickbooks.clockOffsetMs = offsetSeconds * 1000;
        return changed({ offsetSeconds });
      });
    case "POST /stripe/payouts":
      return withInput(call, payoutInput, (input) => {
        const added = addPayout(state, input);
        sendPayoutEvents(webhooks, state, added.payout, "created");
        return changed(added);
      });
    case "POST /stripe/payouts/change":
      return withInput(call, payoutChange, (input) => {
        const { payout, reversal } = changePayout(state.stripe, state, input);
        sendPayoutEvents(webhooks, state, payout, "updated");
        return changed({ payout, reversal });
      });
    case "POST /stripe/restricted-key":
      return withInput(call, restrictedKeyInput, (input) =>
        changed(changeRestrictedKey(state.stripe, input)),
      );
    case "POST /stripe/platform":
      return withInput(call, platformInput, (input) =>
        changed(changePlatform(state.stripe, input)),
      );
    case "GET /webhooks":
      return json(200, webhooks.view());
    case "POST /webhooks":
      return withInput(call, targetInput, (input) => {
        webhooks.aim(input);
        return json(200, webhooks.view());
      });
    case "POST /webhooks/send":
      return withInput(call, sendInput, (input) => json(200, sendEvents(webhooks, state, input)));
    case "DELETE /webhooks":
      webhooks.clear();
      return json(200, webhooks.view());
    case "POST /authorizenet/batches":
      return withInput(call, batchInput, (input) => changed(addBatch(state, input)));
    case "POST /authorizenet/returns":
      return withInput(call, returnInput, (input) => changed(returnPayment(state, input)));
    case "POST /authorizenet/merchant":
      return withInput(call, merchantInput, (input) => changed(changeMerchant(state, input)));
    case "POST /paypal/transactions":
      return withInput(call, eventsInput, (input) => changed(addEvents(state, input)));
    case "POST /paypal/late-rows":
      return changed({ rows: serveLateRows(state.paypal).map(rowView) });
    case "POST /paypal/account":
      return withInput(call, accountInput, (input) => changed(changeAccount(state.paypal, input)));
    case "POST /quickbooks/company":
      return withInput(call, companyInput, (input) =>
        changed(changeCompany(state.quickbooks, input)),
      );
    case "POST /quickbooks/deposits":
      return withInput(call, depositInput, (input) => {
        const entered = addDeposit(state, input);
        sendEntryEvents(webhooks, state, entered);
        return changed(entered);
      });
    case "POST /quickbooks/invoices":
      return withInput(call, invoiceInput, (input) => {
        const entered = addInvoice(state, input);
        sendEntryEvents(webhooks, state, entered);
        return changed(entered);
      });
    case "POST /quickbooks/payments":
      return withInput(call, paymentInput, (input) => {
        const entered = addPayment(state, input);
        sendEntryEvents(webhooks, state, entered);
        return changed(entered);
      });
    case "POST /quickbooks/payments/change":
      return withInput(call, correctionInput, (input) => {
        const corrected = correctPayment(state, input);
        if (!corrected) return json(404, { error: `QuickBooks has no payment ${input.id}` });
        sendEntryEvents(webhooks, state, corrected, "updated");
        return changed(corrected);
      });
    default: {
      const answered = controlXero(call, state.xero, clockOf(state.quickbooks));
      if (answered) {
        keeper.save();
        return answered;
      }
      return json(404, { error: `${call.method} ${call.path} is not part of the control address` });
    }
  }
}
