import type { Emulators } from "@/emulators/start";
import { type Checked, readVendorFile, validators, withNulls } from "./validator";

const KINDS = ["payout", "balance_transaction", "charge", "refund", "dispute", "customer"] as const;
const MORE = ["account", "balance", "raw_error", "oauth_token"] as const;

interface List {
  object: string;
  data: { id: string }[];
  has_more: boolean;
  url: string;
}

/**
 * Checks every object of every list against the types of the current SDK, and the lists' envelopes and errors
 * against Stripe's OpenAPI document.
 */
export async function checkStripe(emulators: Emulators, folder: string): Promise<Checked[]> {
  const types = readVendorFile(folder, "stripe-sdk-23.1.0-types.schema.json") as object;
  const shape = validators(types, "properties/", [...KINDS, ...MORE]);
  const openapi = withNulls(readVendorFile(folder, "stripe-openapi-subset.json")) as object;
  const documented = validators(openapi, "components/schemas/", ["error"]);
  const checked: Checked[] = [];
  const get = (path: string) => stripeGet(emulators, path);

  for (const kind of KINDS) {
    const expand = kind === "balance_transaction" ? "&expand[]=data.source" : "";
    let after = "";
    for (let more = true; more; ) {
      const list = (await get(`/v1/${kind}s?limit=100${expand}${after}`)) as List;
      checked.push(checkEnvelope(list, `/v1/${kind}s`));
      for (const item of list.data) checked.push(shape(kind, item, `Stripe ${kind} ${item.id}`));
      after = `&starting_after=${list.data.at(-1)?.id}`;
      more = list.has_more;
    }
    const first = ((await get(`/v1/${kind}s?limit=1`)) as List).data[0]?.id;
    checked.push(shape(kind, await get(`/v1/${kind}s/${first}`), `Stripe ${kind} alone`));
  }
  checked.push(shape("account", await get("/v1/account"), "Stripe account"));
  checked.push(shape("balance", await get("/v1/balance"), "Stripe balance"));
  for (const path of ["/v1/payouts?limit=0", "/v1/payouts/po_none", "/v1/nowhere"]) {
    const refusal = (await get(path)) as { error: unknown };
    checked.push(shape("raw_error", refusal.error, `Stripe refusal of ${path}`));
    checked.push(documented("error", refusal, `Stripe refusal of ${path} (OpenAPI)`));
  }
  return checked;
}

async function stripeGet(emulators: Emulators, path: string): Promise<unknown> {
  const answer = await fetch(`${emulators.stripe.url}${path}`, {
    headers: { authorization: `Bearer ${emulators.credentials.stripeSecretKey}` },
  });
  return answer.json();
}

/** The document's own rule for lists: these four, and the list's address. */
function checkEnvelope(list: List, path: string): Checked {
  const keys = Object.keys(list).sort().join(" ");
  const fits = keys === "data has_more object url" && list.object === "list" && list.url === path;
  return { what: `Stripe list ${path}`, problems: fits ? [] : [`envelope: ${keys}, ${list.url}`] };
}
