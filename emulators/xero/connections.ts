import type { Call } from "../http/call";
import { json, type Reply } from "../http/reply";
import { notFound } from "./refusals";
import { type Connection, mintUuid, type XeroState } from "./state";

const PRACTICE = "Matai Accountants";

/**
 * What one consent adds: the organisation, and the practice that the user works for. The user's other organisation
 * was connected earlier, unless this consent connects both.
 */
export function connectOrganisations(state: XeroState, authEventId: string, now: number): void {
  const others = Object.keys(state.books).filter((tenantId) => tenantId !== state.tenantId);
  const earlier = state.connects === "one" ? mintUuid(state) : authEventId;
  for (const tenantId of others) connect(state, organisation(state, tenantId), earlier, now);
  connect(state, { tenantType: "PRACTICE", tenantName: PRACTICE }, authEventId, now);
  connect(state, organisation(state, state.tenantId), authEventId, now);
}

type Tenant = Pick<Connection, "tenantType" | "tenantName"> & { tenantId?: string };

function organisation(state: XeroState, tenantId: string): Tenant {
  const tenantName = state.books[tenantId]?.name ?? "";
  return { tenantType: "ORGANISATION", tenantName, tenantId };
}

/** A tenant that is connected already keeps its connection. */
function connect(state: XeroState, tenant: Tenant, authEventId: string, now: number): void {
  const updatedDateUtc = wireTime(now);
  const known = state.connections.find(({ tenantId, tenantType }) =>
    tenant.tenantId ? tenantId === tenant.tenantId : tenantType === tenant.tenantType,
  );
  if (known) {
    const isOther = known.tenantType === "ORGANISATION" && known.tenantId !== state.tenantId;
    if (isOther && state.connects === "one") return;
    Object.assign(known, { tenantName: tenant.tenantName, authEventId, updatedDateUtc });
    return;
  }
  state.connections.push({
    id: mintUuid(state),
    tenantId: mintUuid(state),
    createdDateUtc: updatedDateUtc,
    ...tenant,
    authEventId,
    updatedDateUtc,
  });
}

/** `GET /connections`: all organisations that the user ever connected, or those of one consent. */
export function listConnections(call: Call, { connections }: XeroState): Reply {
  const event = call.query.get("authEventId");
  return json(
    200,
    connections.filter(({ authEventId }) => !event || authEventId === event),
  );
}

/** `DELETE /connections/{id}`. @throws XeroFault 404 */
export function disconnect(id: string, state: XeroState): Reply {
  if (!state.connections.some((connection) => connection.id === id)) throw notFound();
  state.connections = state.connections.filter((connection) => connection.id !== id);
  return { status: 204, headers: {}, body: "" };
}

function wireTime(now: number): string {
  return new Date(now).toISOString().replace("Z", "0000");
}
