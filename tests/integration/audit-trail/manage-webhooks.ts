import { expect } from "vitest";
import { ok } from "../../support/client";
import { signUp } from "../../support/company";
import { audited } from "./audited";

const post = (path: string): [string, string] => ["POST", `/webhook-endpoints/${path}`];

/** Everything that can become of webhook endpoints. What they are sent arrives nowhere. */
export async function manageWebhooks(): Promise<void> {
  const { token } = await signUp();
  const { webhook_endpoint } = await audited("webhook_endpoint.created", post(""), token, {
    url: "http://127.0.0.1:9/",
    event_types: null,
  });
  const own = { webhook_endpoint_id: webhook_endpoint.id };
  await audited("webhook_endpoint.changed", post("change/"), token, {
    ...own,
    event_types: ["sync.failed"],
  });
  await audited("webhook_endpoint.secret_rolled", post("roll-secret/"), token, own);
  const { delivery_id } = await audited("webhook_endpoint.tested", post("test/"), token, own);
  await audited("webhook_endpoint.replayed", post("replay/"), token, { delivery_id });
  await audited("webhook_endpoint.replayed", post("replay-failed/"), token, {
    ...own,
    since: "2026-11-01T00:00:00Z",
  });
  await audited("webhook_endpoint.disabled", post("change/"), token, { ...own, enabled: false });
  await audited("webhook_endpoint.deleted", post("delete/"), token, own);
  expect((await ok("GET", "/webhook-endpoints/", token)).webhook_endpoints).toEqual([]);
}
