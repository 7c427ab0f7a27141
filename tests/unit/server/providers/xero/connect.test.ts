import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ianaZone } from "@/server/providers/xero/windows-zones";
import { control, type Emulators, failure, MemoryStore, printed, startEmulators } from "../support";
import { connectXero, consent, Organisation, TODAY, XERO_CALLBACK, xeroProvider } from "./support";

let emulators: Emulators;
let org: Organisation;

beforeAll(async () => {
  emulators = await startEmulators({ company: "empty", today: TODAY });
});
beforeEach(async () => {
  org = new Organisation(emulators);
  await org.begin();
});
afterAll(() => emulators.close());

const held = async () => (await org.store.current()) as Record<string, unknown>;
const expire = (body: object = {}) => control(emulators, "POST", "/tokens/expire", body);

it("connects the organisation of this consent alone, by granular scopes", async () => {
  const connection = await connectXero(org.provider);
  expect(connection).toMatchObject({
    externalAccountId: emulators.credentials.xeroTenantId,
    displayName: "Kauri & Co",
    livemode: true,
    currency: "NZD",
    place: { country: "NZ", region: "", timeZone: "Pacific/Auckland" },
  });
  const { redirectConnect } = org.provider;
  const scope = new URL(redirectConnect.authorizationUrl("s", XERO_CALLBACK)).searchParams
    .get("scope")
    ?.split(" ");
  expect(scope).toContain("offline_access");
  expect(scope).toContain("accounting.banktransactions");
  expect(scope).not.toContain("accounting.transactions");
  const refused = (address: string) => redirectConnect.refusesAddress?.(address);
  expect(refused("http://localhost:3000/back")).toBeUndefined();
  expect(refused("http://127.0.0.1:3000/back")).toContain("http://127.0.0.1:3000");
});

it("names the organisations of a consent for several, connects the chosen one and gives back the other", async () => {
  await org.set({ connects: "both" });
  const { redirectConnect } = org.provider;
  const given = await redirectConnect.exchange(await consent(org.provider));
  if (!("accounts" in given)) throw new Error("two organisations were connected");
  const { accounts, access } = given;
  expect(accounts.map(({ name }) => name).toSorted()).toEqual(["Kauri & Co", "Rimu Pty Ltd"]);
  const [rimu, kauri] = accounts.toSorted((a, b) => b.name.localeCompare(a.name));
  const kept = JSON.parse(JSON.stringify(access));
  const connection = await redirectConnect.choose?.(kept, rimu?.id ?? "");
  expect(connection).toMatchObject({
    displayName: "Rimu Pty Ltd",
    currency: "AUD",
    place: { timeZone: "Australia/Sydney" },
  });
  await redirectConnect.giveBack?.(kept, [kauri?.id ?? ""]);
  await org.ledger.accounts(new MemoryStore(connection?.credentials));
  const other = await failure(redirectConnect.choose?.(kept, kauri?.id ?? "") ?? Promise.resolve());
  expect(other.failure).toBe("unauthorized");
  await redirectConnect.giveBack?.(kept, [rimu?.id ?? ""]);
  expect(
    await failure(org.ledger.accounts(new MemoryStore(connection?.credentials))),
  ).toMatchObject({ failure: "unauthorized" });
});

it("renews before a token ends, once for all calls, and once when it ended early", async () => {
  const before = await held();
  org.store.set({ accessExpiresAt: Date.now() + 4 * 60_000 });
  await Promise.all([org.ledger.accounts(org.store), org.ledger.taxCodes(org.store)]);
  expect(org.store.renewals).toBe(1);
  expect((await held()).refreshToken).not.toBe(before.refreshToken);
  await expire();
  await org.ledger.accounts(org.store);
  expect(org.store.renewals).toBe(2);
  const { endingAccess } = org.provider;
  const { idle, final } = endingAccess.ends(await held());
  expect(Math.round(((idle?.getTime() ?? 0) - Date.now()) / 86_400_000)).toBe(60);
  expect(final).toBeNull();
  await endingAccess.keepAlive(org.store);
  expect(org.store.renewals).toBe(3);
});

it("asks to reconnect when the refresh token ended or the organisation is gone", async () => {
  await org.by("disconnect", {});
  expect(await failure(org.ledger.accounts(org.store))).toMatchObject({
    failure: "unauthorized",
    detail: { status: 403 },
  });
  expect(org.store.renewals).toBe(0);
  await expire({ refresh: true });
  expect(await failure(org.ledger.accounts(org.store))).toMatchObject({
    failure: "unauthorized",
    detail: { code: "invalid_grant" },
  });
});

it("names the scope that is missing, and renews for nothing but a token", async () => {
  await org.set({ lacksScopes: ["accounting.banktransactions"] });
  const call = org.ledger.depositsBetween(org.store, TODAY, TODAY);
  const { failure: kind, detail } = await failure(call);
  expect([kind, detail.missingPermission]).toEqual(["forbidden", "accounting.banktransactions"]);
  expect(detail.sentence).toContain("bank transactions");
  expect(org.store.renewals).toBe(0);
});

it("a wrong secret is the operator's, and no error holds a secret", async () => {
  const wrong = xeroProvider(emulators, { clientSecret: "wrong-secret" });
  const error = await failure(connectXero(wrong));
  expect(error).toMatchObject({ failure: "rejected", detail: { code: "invalid_client" } });
  expect(printed(error)).not.toContain("wrong-secret");
  await expire({ refresh: true });
  const { accessToken, refreshToken } = (await held()) as Record<string, string>;
  const text = printed(await failure(org.ledger.accounts(org.store)));
  for (const secret of [accessToken, refreshToken]) expect(text).not.toContain(secret);
});

it("disconnects one organisation and leaves the user's others", async () => {
  await org.provider.redirectConnect.revoke(org.store);
  expect(await failure(org.ledger.accounts(org.store))).toMatchObject({ failure: "unauthorized" });
  const again = new MemoryStore((await connectXero(org.provider)).credentials);
  await org.ledger.accounts(again);
  const remaining = await fetch(`${emulators.env.XERO_API_BASE}/connections`, {
    headers: {
      authorization: `Bearer ${((await again.current()) as { accessToken: string }).accessToken}`,
    },
  });
  expect(await remaining.json()).toHaveLength(3);
});

it("says how the organisation keeps its books", async () => {
  await org.set({ periodLockDate: "2026-10-31", endOfYearLockDate: "2026-03-31" });
  const facts = {
    country: "NZ",
    multicurrency: true,
    closedUntil: "2026-10-31",
    tracksClasses: true,
    tracksLocations: true,
    chargesTax: true,
    shortCode: expect.stringMatching(/^!.{5}$/),
  };
  expect(await org.ledger.companyFacts(org.store)).toEqual(facts);
  await org.set({ adviser: true });
  const adviser = await org.ledger.companyFacts(org.store);
  expect(adviser.closedUntil).toBe("2026-03-31");
  await org.fault({ kind: "status", status: 404, match: { path: "Organisation/Actions" } });
  expect((await org.ledger.companyFacts(org.store)).closedUntil).toBe("2026-10-31");
});

it("knows Windows' names of zones", () => {
  expect(ianaZone("WEUROPESTANDARDTIME")).toBe("Europe/Berlin");
  expect(ianaZone("CENTRALSTANDARDTIME(MEXICO)")).toBe("America/Mexico_City");
  expect(ianaZone("UTC+12")).toBe("Pacific/Tarawa");
  expect(ianaZone("SOMEWHERE")).toBe("");
});

it("lists accounts by id, also those without a code, and says why others can't be used", async () => {
  const accounts = await org.ledger.accounts(org.store);
  const named = (name: string) => accounts.find((each) => each.name === name);
  expect(named("PayPal Clearing")).toMatchObject({
    id: org.id("PayPal Clearing"),
    ...{ type: "bank", group: "Bank", currency: "NZD" },
  });
  expect(named("PayPal USD")).toMatchObject({ currency: "USD" });
  expect(named("Merchant Fees")).toMatchObject({ type: "expense", group: "Expense" });
  expect(named("Card Clearing")).toMatchObject({ group: "Other Current Asset" });
  expect(named("Accounts Receivable")).toBeUndefined();
  await org.by("change", { id: org.id("Disputes"), removed: true });
  const why = (id: string) => org.ledger.whyUnpostable(org.store, id);
  expect(await why(org.id("Disputes"))).toBe("inactive");
  expect(await why(org.id("Accounts Receivable"))).toBe("receivable");
  expect(await why("none")).toBe("unknown");
  expect((await org.ledger.items(org.store)).map(({ name }) => name).toSorted()).toEqual([
    "Other Revenue",
    "Refunds",
    "Sales",
  ]);
  expect(await org.ledger.taxCodes(org.store)).toContainEqual({
    id: "INPUT2",
    name: "15% GST on Expenses",
  });
});
