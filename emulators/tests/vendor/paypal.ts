import type { PayPalEvent } from "@/emulators/paypal/events/record";
import type { Emulators } from "@/emulators/start";
import { type Answer, accessToken, report } from "../paypal-client";
import { type Checked, readVendorFile, validators } from "./validator";

const DAY_MS = 86_400_000;
const SCHEMAS = ["search_response", "balances_response", "error_400", "error_401", "error_403"];

/**
 * Where the live service differs from its document, so that an answer is bent back before it is checked. The page index,
 * which the document calls zero-relative, is from 1 within the document's bounds.
 */
const KNOWN_DIFFERENCES: readonly [what: string, bend: (text: string) => string][] = [
  [
    "dates end in +0000 or -0800, without a colon",
    (text) => text.replace(/(:\d\d[+-]\d\d)(\d\d)"/g, '$1:$2"'),
  ],
  [
    "an empty window has no rows",
    (text) => text.replace('"transaction_details":[]', '"transaction_details":[{}]'),
  ],
  [
    "a result set can be too large",
    (text) => text.replace("RESULTSET_TOO_LARGE", "INVALID_REQUEST"),
  ],
  [
    "INVALID_REQUEST has more than one message",
    (text) =>
      text.replace(
        /Data for the given start date is not available\.|Result set size is[^"]+/,
        "Request is not well-formed, syntactically incorrect, or violates schema.",
      ),
  ],
];

const UNUSUAL: readonly PayPalEvent[] = [
  { type: "sale", id: "YEN", amount: 5_000, fee: 200, currency: "JPY", name: "Zoë Łukasik" },
  { type: "withdrawal", currency: "JPY", instantFee: 50, feeApart: true },
  { type: "other", amount: -1 },
];

/** Checks every row of the sample, the balances and the refusals against PayPal's document, in each spelling of dates. */
export async function checkPayPal(emulators: Emulators, folder: string): Promise<Checked[]> {
  const document = readVendorFile(folder, "paypal-reporting_transactions_v1.json");
  // Its patterns escape what a strict regular expression may not.
  const schema = JSON.parse(JSON.stringify(document).replaceAll("\\\\!", "!")) as object;
  const validate = validators(schema, "components/schemas/", SCHEMAS);
  const checked: Checked[] = [];
  const check = (name: string, { body }: Answer, what: string) => {
    const bent = KNOWN_DIFFERENCES.reduce((text, [, bend]) => bend(text), JSON.stringify(body));
    checked.push(validate(name, JSON.parse(bent), `PayPal ${what}`));
  };
  const control = (path: string, body: object) =>
    fetch(`${emulators.control.url}/paypal/${path}`, {
      method: "POST",
      body: JSON.stringify(body),
    });
  await control("transactions", { events: UNUSUAL });
  const token = await accessToken(emulators);
  for (const dates of ["Z", "+0000", "zone"]) {
    await control("account", { dates });
    for (let back = 0; back < 3; back += 1) {
      const query = {
        ...window(back),
        fields: "all",
        balance_affecting_records_only: "N",
        page_size: "20",
      };
      const pages = (await report(emulators, token, "transactions", query)).body.total_pages;
      for (let page = 1; page <= Math.max(1, pages); page += 1) {
        const answer = await report(emulators, token, "transactions", {
          ...query,
          page: String(page),
        });
        check("search_response", answer, `transactions, page ${page}`);
      }
    }
  }
  check("balances_response", await report(emulators, token, "balances", {}), "balances");
  const tooLong = { ...window(0), start_date: window(5).start_date };
  check("error_400", await report(emulators, token, "transactions", tooLong), "a long window");
  await control("account", { maximumItems: 1 });
  check("error_400", await report(emulators, token, "transactions", window(0)), "a large one");
  await control("account", { refreshedTo: window(2).start_date });
  check("error_400", await report(emulators, token, "transactions", window(0)), "a later one");
  check("error_401", await report(emulators, "", "balances", {}), "no token");
  await control("account", { transactionSearch: false });
  check("error_403", await report(emulators, token, "balances", {}), "no permission");
  return checked;
}

function window(back: number) {
  const to = Date.now() - back * 30 * DAY_MS;
  const wire = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`;
  return { start_date: wire(to - 30 * DAY_MS), end_date: wire(to) };
}
