import { STRIPE_KEYS } from "@/emulators/stripe/state";
import { type Deposit, depositList } from "@/lib/contracts/deposits";
import { addDays } from "@/lib/dates";
import { parseDecimal } from "@/lib/money";
import { callApi, emulated, newCredentials, resetToBritain } from "../e2e/api";
import { expect, test } from "../e2e/fixtures";
import { settled } from "../e2e/settled";
import { sendSignUpForm } from "../e2e/sign-up-form";

/** The emulator's rate. */
const EUR_IN_GBP = 0.850394;
/** Where the British company books what QuickBooks doesn't know. */
const KIND_ACCOUNTS = {
  Refunds: "Refunds and Allowances",
  Disputes: "Chargebacks",
  "Dispute fees": "Bank Charges",
};
/** Why payouts of the British company stay open: emulators/README.md has its oddities. */
const CAUSES = [
  // Payments in the clearing account, which the company did not choose, or straight in the bank.
  ...["other_account", "in_bank"],
  // Deposited by hand from a Deposit that doesn't agree, or from one of two that look alike.
  ...["already_matched", "maybe_booked"],
  // Mistyped, split, never entered, without a name, or paid out by hand: a person decides.
  ...["amount_differs", "partly_paid", "invoice_open", "ambiguous", "suggested", "missing"],
  // The processor's own bills and adjustments, for which no account was chosen.
  "account_missing",
  "in_transit",
];

test("in the United Kingdom, from sign-up to posted months: closed books, euros, a negative payout", async ({
  page,
}) => {
  test.slow();
  await resetToBritain();
  const { today, deposits: before } = await emulated();
  const provider = (name: string) => page.getByRole("group", { name, exact: true });
  const nextStep = page.getByRole("region", { name: "Next step" });
  const session = () =>
    page.evaluate(() => ({
      user: JSON.parse(localStorage.getItem("userData") ?? "{}"),
      token: localStorage.getItem("authToken") ?? "",
    }));

  const postAll = async () => {
    const post = { name: /^Post \d+ deposits?$/ };
    await page.getByRole("button", post).click();
    await page.getByRole("alertdialog").getByRole("button", post).click();
    await expect(page.getByText(/^Posting \d+ deposits/)).toBeVisible();
    await settled(await session());
  };

  await test.step("sign up, and connect Stripe by a restricted key from two months ago on", async () => {
    await page.goto("/signup");
    await sendSignUpForm(page, newCredentials());
    await page.getByRole("link", { name: "Go to Integrations" }).click();
    await provider("Stripe").getByRole("button", { name: "Connect Stripe" }).click();
    await page.getByLabel("Secret key").fill(STRIPE_KEYS.restricted);
    const [year, month, day] = addDays(today, -60).split("-");
    await page.getByLabel("Import payouts from", { exact: true }).fill(`${month}-${day}-${year}`);
    await page.getByRole("button", { name: "Connect Account" }).click();
    await expect(provider("Stripe").getByText("Connected", { exact: true })).toBeVisible();
  });

  await test.step("connect QuickBooks, and take the accounts that are offered", async () => {
    await nextStep.getByRole("button", { name: "Continue with QuickBooks" }).click();
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    await expect(page.getByText("Successfully connected to QuickBooks")).toBeVisible();
    await nextStep.getByRole("button", { name: "Use these accounts" }).click();
    await expect(page.getByText("Accounts saved")).toBeVisible();
    await settled(await session());
  });

  await test.step("choose the bank account for euros, and the clearing account", async () => {
    await page.goto("/integrations?tab=accounting");
    await provider("QuickBooks").getByRole("button", { name: "QuickBooks Settings" }).click();
    for (const [label, account] of [
      [/^Stripe payouts in EUR/, "Euro Account"],
      [/^Account for negative payouts/, "Stripe Clearing"],
    ] as const) {
      await page.getByRole("dialog").getByRole("combobox", { name: label }).click();
      await page.getByRole("option", { name: account }).click();
    }
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  await test.step("choose accounts for what QuickBooks doesn't know", async () => {
    await page.goto("/settings");
    const accounts = page.getByRole("region", { name: "Accounts" });
    for (const [kind, account] of Object.entries(KIND_ACCOUNTS)) {
      await accounts.getByLabel(`${kind}, Stripe`).selectOption({ label: account });
    }
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByText("Settings saved successfully")).toBeVisible();
    await settled(await session());
  });

  await test.step("review, then post all", async () => {
    await page.goto("/dashboard");
    await expect(page.getByText(/ready to post · /).first()).toBeVisible();
    expect((await emulated()).deposits).toHaveLength(before.length);
    await postAll();
  });

  await test.step("what lies in the closed period is posted on the first open day", async () => {
    await page.reload();
    await page.getByRole("button", { name: /^Books closed/ }).click();
    const date = "Date them on the first open day";
    await page.getByRole("button", { name: date }).press("Enter");
    const confirm = page.getByRole("alertdialog").getByRole("button", { name: date });
    await expect(confirm).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByText(/^The books are closed through/)).toHaveCount(0);
    // The case that takes its place.
    await expect(page.locator("#inbox-pane").locator(":focus")).toHaveCount(1);
    // With their new day they are reviewed like any other.
    await postAll();
  });

  await test.step("every posted payout is one Deposit of its amount, in pounds, euros and below zero", async () => {
    const { deposits } = await callApi(depositList, { token: (await session()).token });
    const books = await emulated();
    const isOurs = ({ status, posting }: Deposit) => status === "posted" && !posting?.adopted;
    const ours = deposits.filter(isOurs);
    const amountOf = ({ total_amt, currency }: Deposit) => parseDecimal(total_amt, currency);
    const firstOpen = `${today.slice(0, 7)}-01`;
    for (const deposit of ours) {
      const [held, ...others] = books.deposits.filter(({ id }) => id === deposit.quickbook_id);
      const amount = amountOf(deposit);
      expect(others, deposit.source_id).toEqual([]);
      expect(held, deposit.source_id).toMatchObject({
        total: Math.max(0, amount),
        sum_of_lines: Math.max(0, amount),
        currency: deposit.currency,
        account: { name: deposit.currency === "EUR" ? "Euro Account" : "Checking" },
        date: deposit.txn_date < firstOpen ? firstOpen : deposit.txn_date,
      });
      // The processor's debit waits on the clearing account for the bank's own line.
      const cleared =
        held?.lines.filter(({ account }) => account?.name === "Stripe Clearing") ?? [];
      expect(cleared.map((line) => line.amount)).toEqual(amount < 0 ? [-amount] : []);
    }
    expect(ours.filter((deposit) => amountOf(deposit) < 0)).toHaveLength(1);
    const [euros, ...more] = ours.filter(({ currency }) => currency === "EUR");
    expect(more).toEqual([]);
    const inEuros = books.deposits.find(({ id }) => id === euros?.quickbook_id);
    expect(inEuros?.home_total).toBe(Math.round((inEuros?.total ?? 0) * EUR_IN_GBP));

    const made = books.deposits.filter(({ id }) => !before.some((each) => each.id === id));
    expect(made).toHaveLength(ours.length);
    const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
    for (const currency of ["GBP", "EUR"]) {
      const posted = ours.filter((deposit) => deposit.currency === currency);
      expect(sum(made.filter((each) => each.currency === currency).map(({ total }) => total))).toBe(
        sum(posted.map((deposit) => Math.max(0, amountOf(deposit)))),
      );
    }
    // What stays open says which oddity of the company keeps it: no payout is left for want of looking.
    const left = deposits.filter((each) => !isOurs(each) && !each.posting?.adopted);
    for (const { source_id, reason } of left) {
      expect(CAUSES, `${source_id}: ${reason?.text}`).toContain(reason?.code);
      // Only a payout that Stripe doesn't list lacks its payments: those of all others are in the books somewhere.
      if (reason?.code === "missing") expect(reason.line_id, source_id).toBeNull();
    }
    console.log(`British months: ${ours.length} posted, ${left.length} left`);
  });
});
