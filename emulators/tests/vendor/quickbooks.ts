import type { Emulators } from "@/emulators/start";
import { type Checked, readVendorFile, validators } from "./validator";

const NAMES = [
  "Invoice",
  "Payment",
  "SalesReceipt",
  "RefundReceipt",
  "CreditMemo",
  "Deposit",
  "JournalEntry",
  "Account",
  "Customer",
  "Vendor",
  "PaymentMethod",
  "CompanyInfo",
  "Preferences",
];

interface Schema {
  definitions: Record<string, object>;
  envelope_single: { properties: Record<string, object> };
  envelope_query: { properties: { QueryResponse: { properties: Record<string, object> } } };
}

/** The cut of Intuit's schema lacks Invoice, but has the type that it extends: what every sale has. */
function withInvoices(schema: Schema): Schema {
  const sale = { $ref: "#/definitions/SalesTransaction" };
  schema.envelope_single.properties.Invoice = sale;
  schema.envelope_query.properties.QueryResponse.properties.Invoice = {
    type: "array",
    items: sale,
  };
  return schema;
}

type Ask = (path: string, body?: object, token?: string) => Promise<Answer>;
interface Answer {
  status: number;
  type: string;
  text: string;
  body: Record<string, Record<string, unknown>>;
}

interface Samples {
  samples: { name: string; body?: object; http?: number }[];
}

/**
 * Checks every row of every entity, writes, deletes, changes and refusals against Intuit's schema, and the
 * gateway's refusals, which no schema describes, against captured ones.
 */
export async function checkQuickBooks(emulators: Emulators, folder: string): Promise<Checked[]> {
  const schema = withInvoices(readVendorFile(folder, "qbo-entities.schema.json") as Schema);
  const check = validators(schema, "", ["envelope_single", "envelope_query", "envelope_fault"]);
  const ask = await asker(emulators);
  const checked: Checked[] = [];
  for (const name of NAMES) {
    const { body } = await ask(`/query?query=select * from ${name} maxresults 1000`);
    checked.push(check("envelope_query", body, `QuickBooks query ${name}`));
    for (const { Id } of (body.QueryResponse?.[name] ?? []) as { Id: string }[]) {
      const one = await ask(`/${name.toLowerCase()}/${Id}`);
      checked.push(check("envelope_single", one.body, `QuickBooks ${name} ${Id}`));
    }
  }
  const count = await ask("/query?query=select count(*) from Payment");
  checked.push(check("envelope_query", count.body, "QuickBooks count"));
  const customers = await checkCustomers(ask, check);
  const receivables = await checkReceivables(ask, check);
  const entities = "Payment,Invoice,CreditMemo,Deposit,Customer";
  const changes = await ask(`/cdc?entities=${entities}&changedSince=${hourAgo()}`);
  const parts = (changes.body.CDCResponse as unknown as { QueryResponse: object[] }[]) ?? [];
  const { time } = changes.body;
  for (const part of parts.flatMap(({ QueryResponse }) => QueryResponse)) {
    checked.push(check("envelope_query", { QueryResponse: part, time }, "QuickBooks changes"));
  }
  checked.push(...customers, ...receivables);
  checked.push(...(await checkWrites(emulators, ask, check)));
  checked.push(...(await checkReceipts(emulators, ask, check)));
  checked.push(...(await checkRefusals(ask, check, folder)));
  return checked;
}

type Check = ReturnType<typeof validators>;

/** A customer with all that is known of them, and a job of theirs. */
async function checkCustomers(ask: Ask, check: Check): Promise<Checked[]> {
  const made = await ask("/customer", {
    DisplayName: "Freeman Sporting Goods",
    CompanyName: "Freeman Sporting Goods, Inc.",
    GivenName: "Kirby",
    FamilyName: "Freeman",
    PrimaryEmailAddr: { Address: "sports@freeman.example, kirby@freeman.example" },
    PrimaryPhone: { FreeFormNumber: "(650) 555-0987" },
    Mobile: { FreeFormNumber: "(973) 555-8849" },
  });
  const job = await ask("/customer", {
    DisplayName: "55 Twin Lane",
    ParentRef: { value: made.body.Customer?.Id },
  });
  return [
    check("envelope_single", made.body, "QuickBooks customer"),
    check("envelope_single", job.body, "QuickBooks job"),
  ];
}

/** An invoice that a credit memo and a payment pay in part, then voided; both others deleted. */
async function checkReceivables(ask: Ask, check: Check): Promise<Checked[]> {
  const buyer = await ask("/customer", { DisplayName: "Dylan Sollfrank" });
  const CustomerRef = { value: buyer.body.Customer?.Id };
  const DetailType = "SalesItemLineDetail";
  const sold = (Amount: number) => ({
    CustomerRef,
    Line: [{ Amount, DetailType, SalesItemLineDetail: { ItemRef: { value: "1" } } }],
  });
  const invoice = await ask("/invoice", { ...sold(120.5), BillEmail: { Address: "d@s.example" } });
  const memo = await ask("/creditmemo", sold(20));
  const linked = (Amount: number, TxnType: string, { body }: Answer) => ({
    Amount,
    LinkedTxn: [{ TxnId: body[TxnType]?.Id, TxnType }],
  });
  const payment = await ask("/payment", {
    CustomerRef,
    TotalAmt: 50,
    Line: [linked(60, "Invoice", invoice), linked(20, "CreditMemo", memo)],
  });
  const read = await ask(`/invoice/${invoice.body.Invoice?.Id}`);
  const again = await ask(`/creditmemo/${memo.body.CreditMemo?.Id}`);
  const gone = await ask("/payment?operation=delete", payment.body.Payment);
  const unpaid = await ask(`/invoice/${invoice.body.Invoice?.Id}`);
  const voided = await ask("/invoice?operation=void", unpaid.body.Invoice);
  return [invoice, memo, payment, read, again, gone, unpaid, voided].map(({ body }, index) =>
    check("envelope_single", body, `QuickBooks receivables ${index + 1}`),
  );
}

async function checkWrites(emulators: Emulators, ask: Ask, check: Check): Promise<Checked[]> {
  const seeded = await fetch(`${emulators.control.url}/quickbooks/payments`, {
    method: "POST",
    body: JSON.stringify({ amount: 1234 }),
  });
  const { Payment } = (await seeded.json()) as { Payment: { Id: string } };
  const { body: found } = await ask("/query?query=select * from Customer maxresults 1");
  const [customer] = (found.QueryResponse?.Customer ?? []) as { Id: string }[];
  const made = await ask("/deposit", {
    DepositToAccountRef: { value: "31" },
    Line: [
      {
        Amount: 12.34,
        LinkedTxn: [{ TxnId: Payment.Id, TxnType: "Payment", TxnLineId: "0" }],
      },
      {
        Amount: 1.66,
        DetailType: "DepositLineDetail",
        Description: "Difference",
        DepositLineDetail: {
          AccountRef: { value: "38" },
          Entity: { value: customer?.Id, type: "CUSTOMER" },
          ClassRef: { value: "1" },
        },
      },
    ],
  });
  const gone = await ask("/deposit?operation=delete", {
    Id: made.body.Deposit?.Id,
    SyncToken: made.body.Deposit?.SyncToken,
  });
  return [
    check("envelope_single", made.body, "QuickBooks deposit made"),
    check("envelope_single", gone.body, "QuickBooks deposit deleted"),
  ];
}

/** Receipts as the product creates them, in the United States and with the tax included elsewhere. */
async function checkReceipts(emulators: Emulators, ask: Ask, check: Check): Promise<Checked[]> {
  const receipt = (detail: object, more: object = {}) => ({
    TxnDate: "2026-11-10",
    DepositToAccountRef: { value: "34" },
    PaymentRefNum: "ch_1",
    PrivateNote: "Stripe ch_1",
    ...more,
    Line: [
      {
        Amount: 12.34,
        DetailType: "SalesItemLineDetail",
        Description: "Order",
        SalesItemLineDetail: { ItemRef: { value: "1" }, ClassRef: { value: "1" }, ...detail },
      },
    ],
  });
  const answers = [
    await ask("/salesreceipt", receipt({ TaxCodeRef: { value: "NON" } })),
    await ask("/refundreceipt", receipt({ TaxCodeRef: { value: "TAX" } })),
  ];
  await changeCountry(emulators, "GB");
  const inclusive = { GlobalTaxCalculation: "TaxInclusive" };
  const detail = { TaxCodeRef: { value: "5" }, TaxInclusiveAmt: 14.81 };
  answers.push(await ask("/salesreceipt", receipt(detail, inclusive)));
  const refused = [
    await ask("/salesreceipt", receipt({})),
    await ask("/salesreceipt", receipt({ ItemRef: { value: "99" } })),
  ];
  await changeCountry(emulators, "US");
  const made = answers[0]?.body.SalesReceipt;
  const gone = await ask("/salesreceipt?operation=delete", {
    Id: made?.Id,
    SyncToken: made?.SyncToken,
  });
  return [
    ...answers.map(({ body }, index) =>
      check("envelope_single", body, `QuickBooks receipt ${index + 1}`),
    ),
    check("envelope_single", gone.body, "QuickBooks receipt deleted"),
    ...refused.map(({ body }, index) =>
      check("envelope_fault", body, `QuickBooks receipt refused ${index + 1}`),
    ),
  ];
}

async function changeCountry(emulators: Emulators, country: "US" | "GB"): Promise<void> {
  await fetch(`${emulators.control.url}/quickbooks/company`, {
    method: "POST",
    body: JSON.stringify({ country }),
  });
}

async function checkRefusals(ask: Ask, check: Check, folder: string): Promise<Checked[]> {
  const refusals = [
    await ask("/query?query=select"),
    await ask("/deposit/999999"),
    await ask("/deposit", { Line: [] }),
    await ask("/deposit", { DepositToAccountRef: { value: "31" }, Line: [{ Amount: 1 }] }),
  ];
  const { samples } = readVendorFile(folder, "qbo-wire-samples.json") as Samples;
  const captured = samples.find(({ name }) => name === "fault_gateway_401")?.body ?? {};
  const gateway = await ask("/companyinfo/1", undefined, "nobody's token");
  return [
    ...refusals.map(({ body }, index) =>
      check("envelope_fault", body, `QuickBooks refusal ${index + 1}`),
    ),
    {
      what: "QuickBooks gateway refusal 401, as captured",
      problems: sameKeys(captured, gateway.body) ? [] : [gateway.text.slice(0, 200)],
    },
  ];
}

/** The same properties at every level; values may differ. */
function sameKeys(captured: unknown, found: unknown): boolean {
  if (Array.isArray(captured)) {
    return Array.isArray(found) && (captured.length === 0 || sameKeys(captured[0], found[0]));
  }
  if (typeof captured !== "object" || captured === null) return true;
  if (typeof found !== "object" || found === null) return false;
  const theirs = Object.entries(captured);
  const ours = new Map(Object.entries(found));
  return (
    theirs.length === ours.size &&
    theirs.every(([key, value]) => ours.has(key) && sameKeys(value, ours.get(key)))
  );
}

const hourAgo = () => new Date(Date.now() - 3_600_000).toISOString();

async function asker(emulators: Emulators): Promise<Ask> {
  const { realmId } = emulators.credentials;
  const access = await accessToken(emulators);
  return async (path, body, token = access) => {
    const answer = await fetch(`${emulators.quickbooks.url}/v3/company/${realmId}${path}`, {
      headers: { authorization: `Bearer ${token}` },
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const type = answer.headers.get("content-type") ?? "";
    return { status: answer.status, type, text, body: JSON.parse(text) };
  };
}

/** Through the consent page and the token service, as an app gets it. */
async function accessToken({ credentials, env }: Emulators): Promise<string> {
  const redirect_uri = "http://127.0.0.1:9/callback";
  const { quickbooksClientId: client_id, quickbooksClientSecret: secret } = credentials;
  const asked = { client_id, redirect_uri, state: "s", response_type: "code" };
  const scope = "com.intuit.quickbooks.accounting";
  const consent = await fetch(env.QUICKBOOKS_AUTHORIZE_URL ?? "", {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ ...asked, scope, decision: "connect" }),
  });
  const code = new URL(consent.headers.get("location") ?? "").searchParams.get("code") ?? "";
  const tokens = await fetch(env.QUICKBOOKS_TOKEN_URL ?? "", {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${client_id}:${secret}`)}` },
    body: new URLSearchParams({ grant_type: "authorization_code", code, redirect_uri }),
  });
  return ((await tokens.json()) as { access_token: string }).access_token;
}
