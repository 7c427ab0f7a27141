import { AUTHORIZENET_MERCHANT } from "@/emulators/authorizenet/state";
import { PAYPAL_APP } from "@/emulators/paypal/state";
import { providerEndpoints } from "@/lib/contracts/providers";
import { openApi } from "@/tools/demo/api";
import { connectProviders } from "@/tools/demo/connect";
import { SAMPLES, type SampleName } from "@/tools/demo/samples";
import { BASE_URL, STRIPE_KEY } from "../e2e/addresses";
import {
  type Account,
  callApi,
  resetToBritain,
  resetToNewZealand,
  resetToWholeSample,
} from "../e2e/api";
import { settled } from "../e2e/settled";

const RESET = { us: resetToWholeSample, uk: resetToBritain, nz: resetToNewZealand };

/** A sample company as the demo leaves it: what the engine was sure of is posted. */
export async function reconciledSample(account: Account, name: SampleName): Promise<void> {
  await RESET[name]();
  const { loginId, transactionKey } = AUTHORIZENET_MERCHANT;
  const credentials = {
    stripeOwnersKey: STRIPE_KEY,
    authorizenetLoginId: loginId,
    authorizenetTransactionKey: transactionKey,
    paypalClientId: PAYPAL_APP.clientId,
    paypalClientSecret: PAYPAL_APP.clientSecret,
  };
  await connectProviders(openApi(BASE_URL, account.token), { credentials }, SAMPLES[name]);
  for (const id of SAMPLES[name].sources) {
    await callApi(providerEndpoints[id].sync, { token: account.token, query: "?wait=0" });
  }
  await settled(account);
}
