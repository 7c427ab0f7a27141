import type { Emulators } from "@/emulators/start";
import { type Checked, readVendorFile, validators } from "./validator";

const REQUESTS = [
  "authenticateTest",
  "getMerchantDetails",
  "getSettledBatchList",
  "getTransactionList",
  "getTransactionDetails",
] as const;
type Name = (typeof REQUESTS)[number];

interface Samples {
  samples: Record<string, { request?: Record<string, Record<string, unknown>> }>;
}

const DAY_MS = 86_400_000;

const KNOWN_CUSTOMER = {
  amount: 101_888,
  firstName: "Matteo",
  lastName: "Bignotti",
  company: "Kiln & Co.",
  email: "studio@example.com",
  phone: "555-0100",
  customerId: "C-17",
};

/**
 * Checks every batch, transaction and refusal, and each request sent, against Authorize.Net's published
 * schema. Also sends the published example requests, which the emulator must understand.
 */
export async function checkAuthorizeNet(emulators: Emulators, folder: string): Promise<Checked[]> {
  const schema = readVendorFile(folder, "authorizenet-reporting.schema.json") as object;
  const answers = REQUESTS.map((name) => `${name}Response`);
  const response = validators(schema, "responses/", [...answers, "ErrorResponse"]);
  const request = validators(
    schema,
    "requests/",
    REQUESTS.map((name) => `${name}Request`),
  );
  const checked: Checked[] = [];
  const ask = async (name: Name, fields: object = {}) => {
    const body = { merchantAuthentication: keysOf(emulators), ...fields };
    checked.push(request(`${name}Request`, body, `Authorize.Net request ${name}`));
    const answer = await send(emulators, `${name}Request`, body);
    checked.push(response(`${name}Response`, answer, `Authorize.Net ${name}`));
    return answer;
  };
  await fetch(`${emulators.control.url}/authorizenet/batches`, {
    method: "POST",
    body: JSON.stringify({ transactions: [KNOWN_CUSTOMER] }),
  });
  await ask("authenticateTest", { refId: "123456" });
  await ask("getMerchantDetails");
  for (let back = 0; back < 3; back += 1) {
    const batches = await ask("getSettledBatchList", { includeStatistics: true, ...window(back) });
    for (const { batchId } of rowsOf(batches, "batchList")) {
      const paging = { limit: 1000, offset: 1 };
      const list = await ask("getTransactionList", { batchId, paging });
      for (const { transId } of rowsOf(list, "transactions")) {
        await ask("getTransactionDetails", { transId });
      }
    }
  }
  const refusals = [
    await send(emulators, "getTransactionDetailsRequest", {
      merchantAuthentication: keysOf(emulators),
      transId: "1",
    }),
    await send(emulators, "authenticateTestRequest", {
      merchantAuthentication: { name: "x", transactionKey: "y" },
    }),
    await send(emulators, "getSettledBatchListRequest", { batchId: "1" }),
  ];
  for (const refusal of refusals) {
    checked.push(response("ErrorResponse", refusal, "Authorize.Net refusal"));
  }
  return [...checked, ...(await checkSamples(emulators, folder))];
}

/** The published examples use a different key order only where the service accepts it. */
async function checkSamples(emulators: Emulators, folder: string): Promise<Checked[]> {
  const { samples } = readVendorFile(folder, "authorizenet-json-samples.json") as Samples;
  const checked: Checked[] = [];
  for (const name of REQUESTS) {
    const sample = samples[`${name}Request`]?.request?.[`${name}Request`];
    if (!sample) continue;
    const body = { ...sample, merchantAuthentication: keysOf(emulators) };
    const { messages } = (await send(emulators, `${name}Request`, body)) as {
      messages: { message: { code: string; text: string }[] };
    };
    const [said] = messages.message;
    // The requested objects need not exist here; the emulator only has to understand the request.
    const refused = said?.code === "E00003" || said?.code === "E00004";
    checked.push({
      what: `Authorize.Net example ${name}`,
      problems: refused ? [`${said.code} ${said.text}`] : [],
    });
  }
  return checked;
}

function window(back: number): object {
  const to = Date.now() - back * 30 * DAY_MS;
  const wire = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`;
  return { firstSettlementDate: wire(to - 30 * DAY_MS), lastSettlementDate: wire(to) };
}

function rowsOf(answer: unknown, name: string): Record<string, string>[] {
  return (answer as Record<string, Record<string, string>[]>)[name] ?? [];
}

function keysOf({ credentials }: Emulators): object {
  const { authorizenetLoginId: name, authorizenetTransactionKey: transactionKey } = credentials;
  return { name, transactionKey };
}

async function send(emulators: Emulators, name: string, body: object): Promise<unknown> {
  const answer = await fetch(emulators.env.AUTHORIZENET_API_URL ?? "", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ [name]: body }),
  });
  return JSON.parse((await answer.text()).replace(/^\uFEFF/, ""));
}
