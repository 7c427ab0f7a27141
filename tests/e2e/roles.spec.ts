import { ROLES, type Role } from "@/lib/constants/roles";
import { createApiToken } from "@/lib/contracts/api-tokens";
import { companyList, createCompany } from "@/lib/contracts/companies";
import { depositList } from "@/lib/contracts/deposits";
import { invite } from "@/lib/contracts/people";
import { createRule } from "@/lib/contracts/rules";
import { type Account, callApi, newCredentials, signUp } from "./api";
import { browserOf, seedMember } from "./colleagues";
import { expect, test } from "./fixtures";
import { offered, visitor } from "./offered";
import { type Needed, neededFor } from "./role-actions";
import { collectOffers } from "./role-offers";
import { seedBooks } from "./seed-books";

/** Some of what each page offers, so that none is compared without its controls. */
const OFFERED: Needed[] = [
  "POST /qb/confirm-match/",
  "POST /qb/dismiss-match/",
  "POST /qb/auto-match/",
  "POST /qb/put-aside/",
  "POST /qb/plan-receipt/",
  "POST /qb/book-line/",
  "POST /qb/wait-for-line/",
  "POST /questions/ask/",
  "POST /stripe/save-payouts/",
  "POST /integrations/disconnect/",
  "POST /payout-files/import/",
  "POST /stripe/save-category/",
  "POST /rules/",
  "PUT /rules/",
  "POST /rules/order/",
  "POST /rules/delete/",
  "POST /rules/switch/ active",
  "POST /people/invite/",
  "POST /people/revoke/",
  "PUT /people/role/",
  "POST /people/remove/",
  "POST /companies/delete/",
  "POST /api-tokens/",
  "POST /api-tokens/revoke/",
];

/** A company with a suggestion, an open deposit, rules, members, an invitation and an API token, and no provider. */
async function openSeeded(): Promise<{ pages: string[]; members: Record<Role, Account> }> {
  const members: Record<Role, Account> = {
    owner: await signUp(),
    admin: await signUp(),
    bookkeeper: await signUp(),
    viewer: await signUp(),
  };
  const { owner } = members;
  const { token } = owner;
  for (const role of ["admin", "bookkeeper", "viewer"] as const) {
    await seedMember(owner, members[role], role);
  }
  await seedBooks(owner, {
    payments: [{ id: "1", amount: 20_00, customer: "Grace Hopper" }],
    deposits: [
      { id: "po_open", lines: [{ amount: 10_00, customer: "Ada Lovelace" }] },
      {
        id: "po_suggested",
        lines: [{ amount: 20_00, customer: "Grace Hopper" }],
        suggested: { payment: "1", probability: 0.9 },
      },
    ],
  });
  for (const description of ["Donation", "Raffle"]) {
    const conditions = {
      ...{ kind: "charge" as const, description, customer: "any" as const, customer_name: "" },
      ...{ amount_from: null, amount_to: null, currency: null, after_days: 0 },
    };
    const outcome = { do: "wait" as const, days: 30, note: "" };
    await callApi(createRule, {
      token,
      body: { integration_type: "stripe", conditions, outcome },
    });
  }
  const proof = { current_password: owner.password, name: "Reports", role: "viewer" as const };
  await callApi(createApiToken, { token, body: { ...proof, expires_in_days: 30 } });
  const { email } = newCredentials();
  await callApi(invite, { token, body: { email, role: "bookkeeper" } });
  const { deposits } = await callApi(depositList, { token });
  const open = deposits.find(({ source_id }) => source_id === "po_open");
  const { current } = await callApi(companyList, { token });
  // With two companies, the owner has the switcher too.
  await callApi(createCompany, { token, body: { company_name: "Second books" } });
  return {
    members,
    pages: [
      `/dashboard?company=${current}`,
      `/transaction/${open?.id}`,
      "/integrations",
      ...["rules", "people"].map((tab) => `/settings?tab=${tab}`),
    ],
  };
}

test("each role is offered what it may do on the pages with the most to do", async ({
  browser,
}) => {
  test.slow();
  const { pages, members } = await openSeeded();
  const offers = collectOffers();
  for (const role of ROLES) {
    const context = await browserOf(browser, members[role]);
    const page = await context.newPage();
    const visit = await visitor(page);
    for (const path of pages) {
      await visit(path);
      offers.add(path, role, await offered(page, { menus: false }));
    }
    await context.close();
  }
  expect(offers.findings()).toEqual([]);
  const needed = new Set(offers.all().map(neededFor));
  expect(
    OFFERED.filter((each) => !needed.has(each)),
    "never offered",
  ).toEqual([]);
});
