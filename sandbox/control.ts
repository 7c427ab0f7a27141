import { z } from "zod";
import { addPayment, addPayout, paymentInput, payoutInput } from "./additions";
import { addBatch, batchInput, changeMerchant, merchantInput } from "./authorizenet/additions";
import { type FaultPlan, faultInput } from "./faults";
import { type Call, parseJson } from "./http/call";
import { json, type Reply } from "./http/reply";
import { overview } from "./overview";
import { expireTokens } from "./quickbooks/tokens";
import type { RequestLog } from "./request-log";
import type { StateKeeper } from "./state";

interface Controlled {
  keeper: StateKeeper;
  faults: FaultPlan;
  log: RequestLog;
}

const expireInput = z.strictObject({ refresh: z.boolean().default(false) });

/** The back door for tests and checkers; nothing of it exists at the real providers. */
export function handleControl(call: Call, { keeper, faults, log }: Controlled): Reply {
  const state = keeper.current;
  const changed = (body: unknown): Reply => {
    keeper.save();
    return json(200, body);
  };
  switch (`${call.method} ${call.path}`) {
    case "GET /state":
      return json(200, overview(state));
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
      faults.clear();
      log.clear();
      keeper.reset();
      return json(200, { reset: true });
    case "POST /tokens/expire":
      return withInput(call, expireInput, ({ refresh }) => {
        expireTokens(state.quickbooks, refresh);
        return changed({ expired: refresh ? "access and refresh tokens" : "access tokens" });
      });
    case "POST /stripe/payouts":
      return withInput(call, payoutInput, (input) => changed(addPayout(state, input)));
    case "POST /authorizenet/batches":
      return withInput(call, batchInput, (input) => changed(addBatch(state, input)));
    case "POST /authorizenet/merchant":
      return withInput(call, merchantInput, (input) => changed(changeMerchant(state, input)));
    case "POST /quickbooks/payments":
      return withInput(call, paymentInput, (input) => changed(addPayment(state, input)));
    default:
      return json(404, { error: `${call.method} ${call.path} is not part of the control address` });
  }
}

function withInput<T extends z.ZodType>(
  call: Call,
  schema: T,
  work: (input: z.output<T>) => Reply,
): Reply {
  const parsed = schema.safeParse(call.body === "" ? {} : parseJson(call.body));
  return parsed.success ? work(parsed.data) : json(400, { error: z.prettifyError(parsed.error) });
}
