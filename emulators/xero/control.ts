import type { z } from "zod";
import type { Call } from "../http/call";
import { json, type Reply } from "../http/reply";
import { withInput } from "../http/with-input";
import { namedBalances } from "./balances";
import {
  addInvoice,
  addPayment,
  addTransaction,
  addTransfer,
  invoiceInput,
  paymentInput,
  transactionInput,
  transferInput,
} from "./by-hand";
import { changeByHand, changeInput, reconcile, reconcileInput } from "./changes-by-hand";
import { changeCompany, companyInput } from "./company";
import { XeroFault, XeroRefusal } from "./refusals";
import { type Desk, mainBooks, type XeroState } from "./state";

function control<T extends z.ZodType>(schema: T, work: (desk: Desk, input: z.output<T>) => object) {
  return (call: Call, desk: Desk) =>
    withInput(call, schema, (input) => json(200, work(desk, input)));
}

const CONTROLS: Record<string, (call: Call, desk: Desk) => Reply> = {
  company: control(companyInput, changeCompany),
  payments: control(paymentInput, addPayment),
  transactions: control(transactionInput, addTransaction),
  transfers: control(transferInput, addTransfer),
  invoices: control(invoiceInput, addInvoice),
  reconcile: control(reconcileInput, reconcile),
  change: control(changeInput, changeByHand),
};

/** `/xero/…` of the control address, about the organisation that connects. Undefined: there is no such request. */
export function controlXero(call: Call, state: XeroState, now: Date): Reply | undefined {
  const [, name = ""] = /^\/xero\/(\w+)$/.exec(call.path) ?? [];
  if (call.method === "GET" && name === "balances") {
    return json(200, namedBalances(mainBooks(state)));
  }
  if (call.method !== "POST") return undefined;
  if (name === "disconnect") {
    state.connections = state.connections.filter(({ tenantId }) => tenantId !== state.tenantId);
    return json(200, { connections: state.connections });
  }
  try {
    return CONTROLS[name]?.(call, { state, books: mainBooks(state), now });
  } catch (error) {
    if (error instanceof XeroRefusal) return json(400, { error: error.message });
    if (error instanceof XeroFault) return error.reply;
    throw error;
  }
}
