import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv, type ValidateFunction } from "ajv";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Sandbox } from "@/sandbox/start";
import { connectQuickBooks, control, start } from "./clients";

// Reference schemas of the vendors, kept beside the repository and never inside it.
const folder = fileURLToPath(new URL("../../../../shared/vendor/", import.meta.url));
const present = existsSync(folder);

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await start();
});
afterAll(() => sandbox.close());

interface Schema {
  [keyword: string]: unknown;
}

function readSchema(file: string): Schema {
  return JSON.parse(readFileSync(`${folder}${file}`, "utf8")) as Schema;
}

/** One validator per entry of the file; they share its definitions. */
function validators(file: string, folderOfEntries: string, names: readonly string[]) {
  const { $schema: _, ...schema } = readSchema(file);
  const ajv = new Ajv({ strict: false, logger: false });
  ajv.addSchema(schema, "vendor");
  return Object.fromEntries(
    names.map((name) => [name, ajv.compile({ $ref: `vendor#/${folderOfEntries}${name}` })]),
  ) as Record<string, ValidateFunction>;
}

function check(validate: ValidateFunction | undefined, body: unknown, what: string): void {
  if (!validate) throw new Error(`no schema for ${what}`);
  const problems = validate(body) ? [] : (validate.errors ?? []).slice(0, 5);
  expect(problems, what).toEqual([]);
}

function skipped(): boolean {
  if (!present) console.log("skipped: vendor schemas absent");
  return !present;
}

async function stripeGet(path: string): Promise<Record<string, unknown>> {
  const answer = await fetch(`${sandbox.stripe.url}${path}`, {
    headers: { authorization: `Bearer ${sandbox.credentials.stripeSecretKey}` },
  });
  return (await answer.json()) as Record<string, unknown>;
}

test("every Stripe object has the shape of the SDK's types", { timeout: 30_000 }, async () => {
  if (skipped()) return;
  const kinds = [
    "payout",
    "balance_transaction",
    "charge",
    "refund",
    "dispute",
    "customer",
    "account",
    "balance",
    "raw_error",
  ];
  const validate = validators("stripe-sdk-23.1.0-types.schema.json", "properties/", kinds);
  for (const kind of kinds.slice(0, 6)) {
    let after = "";
    for (let more = true; more; ) {
      const expand = kind === "balance_transaction" ? "&expand[]=data.source" : "";
      const list = await stripeGet(`/v1/${kind}s?limit=100${expand}${after}`);
      const data = list.data as { id: string }[];
      for (const item of data) check(validate[kind], item, `${kind} ${item.id}`);
      after = `&starting_after=${data.at(-1)?.id}`;
      more = list.has_more === true;
    }
  }
  check(validate.account, await stripeGet("/v1/account"), "account");
  check(validate.balance, await stripeGet("/v1/balance"), "balance");
  check(validate.raw_error, (await stripeGet("/v1/payouts?limit=0")).error, "error");
});

test("every QuickBooks body has the shape of Intuit's schema", { timeout: 30_000 }, async () => {
  if (skipped()) return;
  const shapes = ["envelope_single", "envelope_query", "envelope_fault"];
  const validate = validators("qbo-entities.schema.json", "", shapes);
  const access = (await connectQuickBooks(sandbox)).getToken().access_token;
  const base = `${sandbox.quickbooks.url}/v3/company/${sandbox.credentials.realmId}`;
  const ask = async (path: string, body?: object) => {
    const answer = await fetch(`${base}${path}`, {
      headers: { authorization: `Bearer ${access}` },
      ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
    });
    return (await answer.json()) as Record<string, Record<string, unknown>>;
  };
  const names = ["Payment", "SalesReceipt", "RefundReceipt", "Deposit", "JournalEntry", "Account"];
  for (const name of [
    ...names,
    "Customer",
    "Vendor",
    "PaymentMethod",
    "CompanyInfo",
    "Preferences",
  ]) {
    const body = await ask(`/query?query=select * from ${name} maxresults 1000`);
    check(validate.envelope_query, body, `query ${name}`);
    const [first] = (body.QueryResponse?.[name] ?? []) as { Id: string }[];
    if (!first) continue;
    check(validate.envelope_single, await ask(`/${name.toLowerCase()}/${first.Id}`), name);
  }
  check(validate.envelope_query, await ask("/query?query=select count(*) from Payment"), "count");
  check(validate.envelope_fault, await ask("/query?query=select"), "parse fault");
  const { body } = await control(sandbox, "POST", "/quickbooks/payments", { amount: 1234 });
  const { Id } = body.Payment as unknown as { Id: string };
  const made = await ask("/deposit", {
    DepositToAccountRef: { value: "31" },
    Line: [{ Amount: 12.34, LinkedTxn: [{ TxnId: Id, TxnType: "Payment", TxnLineId: "0" }] }],
  });
  check(validate.envelope_single, made, "deposit");
  const gone = await ask("/deposit?operation=delete", {
    Id: made.Deposit?.Id,
    SyncToken: made.Deposit?.SyncToken,
  });
  check(validate.envelope_single, gone, "deleted deposit");
});
