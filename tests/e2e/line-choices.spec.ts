import type { Page } from "@playwright/test";
import type { z } from "zod";
import type { payoutInput } from "@/emulators/additions";
import { depositDetail } from "@/lib/contracts/deposit-detail";
import { depositList } from "@/lib/contracts/deposits";
import { providerEndpoints } from "@/lib/contracts/providers";
import { receiptLists, saveReceiptSettings } from "@/lib/contracts/receipts";
import { type Account, callApi, ledgerDeposits } from "./api";
import { axeFindings, axeFindingsIn, inEveryLook, LOOKED_AT } from "./axe";
import { addInvoice, addPayment, addPayout } from "./emulators";
import { expect, connectedTest as test } from "./fixtures";
import { tabTo } from "./focus";
import { settled } from "./settled";

type Charges = z.input<typeof payoutInput>["charges"];

const OTTILIE = { amount: 21_972, name: "Ottilie Quist", description: "Order #10260" };
const PALOMA = { amount: 31_415, name: "Paloma Reyes", description: "Order #10263" };
const BLUE = { amount: 22_000, name: "Blue Harbor Interiors", description: "Order #10261" };

/** Opens a payout whose charges nobody entered in QuickBooks. @returns the deposit's id. */
async function openPayout(page: Page, account: Account, charges: Charges): Promise<number> {
  const { token } = account;
  const { id: payoutId } = await addPayout({ charges });
  await callApi(providerEndpoints.stripe.sync, { token, query: "?wait=100" });
  await callApi(providerEndpoints.quickbooks.sync, { token, query: "?wait=100" });
  await settled(account);
  const { deposits } = await callApi(depositList, { token });
  const id = deposits.find(({ source_id }) => source_id === payoutId)?.id ?? 0;
  await page.goto(`/transaction/${id}`);
  await expect(missing(page)).toBeVisible();
  return id;
}

/** The product or service that receipts of Stripe are created with. */
async function chooseItem({ token }: Account, name = "Services"): Promise<void> {
  const { items } = await callApi(receiptLists, { token });
  const item_id = items.find(({ Name }) => Name === name)?.Id ?? null;
  const none = { refund_item_id: null, tax_code_id: null, class_id: null, memo: "" };
  await callApi(saveReceiptSettings, {
    token,
    body: { integration_type: "stripe", item_id, ...none },
  });
}

const missing = (page: Page) => page.getByRole("region", { name: "Lines and payments" });
const question = (page: Page, text: string) => missing(page).getByRole("region", { name: text });
const button = (page: Page, name: string | RegExp) => missing(page).getByRole("button", { name });
const dialog = (page: Page) => page.getByRole("dialog");

async function decide(page: Page, text: string): Promise<void> {
  const asked = question(page, text);
  const unfold = asked.getByRole("button", { name: "Decide" });
  const wait = asked.getByRole("button", { name: "Postpone", exact: true });
  await expect(unfold.or(wait).first()).toBeVisible();
  // What is unfolded first is known only once the lines are drawn.
  await expect(async () => {
    if (await unfold.isVisible()) await unfold.click({ timeout: 5_000 });
    await expect(wait).toBeVisible({ timeout: 5_000 });
  }).toPass();
}

test("a charge is decided in each way, posted as chosen, and undone", async ({
  page,
  connected,
}) => {
  test.slow();
  await addPayment({ amount: 21_927, customer: "Ottilie Quist" });
  await addPayment({ amount: 99_900, customer: "Driftwood Coffee Roasters" });
  await addInvoice({ number: "INV-2001", amount: 20_000, customer: "Blue Harbor Interiors" });
  await addInvoice({ number: "INV-2002", amount: 4_000, customer: "Blue Harbor Interiors" });
  await addInvoice({ number: "INV-3001", amount: 9_000, customer: "Driftwood Coffee" });
  const id = await openPayout(page, connected, [OTTILIE, BLUE, { ...PALOMA, refunded: 4_500 }]);
  await expect(missing(page)).toContainText("4 lines need an answer before this deposit can post.");
  const form = dialog(page);
  const chosen = (order: string) => missing(page).getByRole("listitem").filter({ hasText: order });

  await test.step("a sales receipt, changed and taken back", async () => {
    const record = form.getByRole("button", { name: "Record sales receipt" });
    const customer = form.getByRole("combobox", { name: "Customer" });
    const item = form.getByLabel("Product or service");
    await decide(page, "Order #10263, 314.15, isn't in QuickBooks.");
    await question(page, "#10263").getByRole("button", { name: "Record sales receipt" }).click();
    await expect(customer).toHaveValue("Paloma Reyes");
    await expect(form.getByText("New customer, created with the receipt.")).toBeVisible();

    // Without a product nothing is sent, and the field shows the error.
    await record.click();
    await expect(item).toHaveAttribute("aria-invalid", "true");
    await expect(form.getByText("Choose a product or service.")).toBeVisible();
    await item.selectOption({ label: "Services" });
    await form.getByLabel("Class").selectOption({ label: "Online" });
    const preview = form.getByRole("region", { name: "What will be created" });
    await expect(preview).toContainText("Sales receipt for Paloma Reyes (new customer), ");
    await expect(preview.getByRole("row", { name: "Undeposited Funds 314.15" })).toBeVisible();
    await expect(preview.getByRole("row", { name: "Sales 314.15" })).toBeVisible();
    await record.click();
    await expect(chosen("#10263")).toContainText(
      "Sales receipt for Paloma Reyes, created when this deposit is posted",
    );
    await expect(chosen("#10263")).toContainText("New customer · Services · Online");
    await expect(form).toBeHidden();

    await chosen("#10263").getByRole("button", { name: "Change" }).click();
    await customer.clear();
    await expect(form.getByText("The receipt has no customer.")).toBeVisible();
    await item.selectOption({ label: "Workshop Materials" });
    await record.click();
    await expect(chosen("#10263")).toContainText(
      "Sales receipt without a customer, created when this deposit is posted",
    );
    await chosen("#10263").getByRole("button", { name: "Remove" }).click();
    await expect(question(page, "Order #10263, 314.15, isn't in QuickBooks.")).toBeVisible();
  });

  await test.step("a customer is found by typing, and a name that isn't chosen is refused", async () => {
    const customer = form.getByRole("combobox", { name: "Customer" });
    const record = form.getByRole("button", { name: "Record sales receipt" });
    await decide(page, "#10263");
    await question(page, "#10263").getByRole("button", { name: "Record sales receipt" }).click();
    await form.getByLabel("Product or service").selectOption({ label: "Services" });
    await customer.fill("Driftwood");
    await expect(page.getByRole("option", { name: "Driftwood Coffee Roasters" })).toBeVisible();
    await expect(page.getByRole("option", { name: /^Create “Driftwood”/ })).toBeVisible();
    // The first Escape closes the list, not the dialog.
    await page.keyboard.press("Escape");
    await expect(page.getByRole("option").first()).toBeHidden();
    await record.click();
    await expect(
      form.getByText("Choose a customer from the list, or clear the field."),
    ).toBeVisible();
    await customer.fill("Driftwood C");
    await page.getByRole("option", { name: "Driftwood Coffee Roasters" }).click();
    await expect(customer).toHaveValue("Driftwood Coffee Roasters");
    await record.click();
    await expect(chosen("#10263")).toContainText(
      "Sales receipt for Driftwood Coffee Roasters, created",
    );
  });

  await test.step("open invoices, in part, and what is over is asked about", async () => {
    await decide(page, "#10261");
    await question(page, "#10261").getByRole("button", { name: "Receive on an invoice" }).click();
    const receive = form.getByRole("button", { name: "Receive payment" });
    await receive.click();
    await expect(form.getByText("Choose an invoice.")).toBeVisible();
    await form.getByLabel("Search open invoices").fill("INV-");
    await form.getByRole("checkbox", { name: /INV-2001/ }).click();
    await expect(form.getByLabel("Pay on invoice INV-2001")).toHaveValue("200.00");
    const credit = form.getByLabel("Keep 20.00 as a credit of Blue Harbor Interiors");
    await expect(credit).toBeVisible();
    await receive.click();
    await expect(form.getByText("Choose what to do with the remaining 20.00.")).toBeVisible();

    // Several: the second takes what is left; more than is open is named beside it.
    await form.getByRole("checkbox", { name: /INV-2002/ }).click();
    const second = form.getByLabel("Pay on invoice INV-2002");
    await expect(second).toHaveValue("20.00");
    await expect(credit).toBeHidden();
    await second.fill("40.01");
    await expect(form.getByText("Only 40.00 is open.")).toBeVisible();
    await form.getByRole("checkbox", { name: /INV-2002/ }).click();
    await form.getByRole("checkbox", { name: /INV-3001/ }).click();
    await receive.click();
    await expect(
      form.getByText("One payment can only pay invoices of one customer."),
    ).toBeVisible();
    await form.getByRole("checkbox", { name: /INV-3001/ }).click();

    await credit.click();
    await expect(
      form.getByText("Payment from Blue Harbor Interiors on invoice INV-2001"),
    ).toBeVisible();
    await expect(form.getByRole("row", { name: "Accounts Receivable 220.00" })).toBeVisible();
    await receive.click();
    await expect(chosen("#10261")).toContainText(
      "Payment from Blue Harbor Interiors on invoice INV-2001, created when this deposit is posted",
    );
    await expect(chosen("#10261")).toContainText("20.00 kept as a credit");
  });

  await test.step("a payment that comes close, its difference to an account, a customer and a class", async () => {
    await decide(page, "Order #10260, 219.72, isn't in QuickBooks with this amount.");
    const asked = question(page, "#10260");
    await expect(
      asked.getByText("Digits swapped? 219.72 in the payout, 219.27 in the books"),
    ).toBeVisible();
    // A mistake in the books is corrected there first; booking the difference comes after that.
    await expect(
      asked.getByRole("link", { name: /^Open Payment \d+ in QuickBooks/ }),
    ).toHaveAttribute("href", /recvpayment\?txnId=\d+$/);
    await asked.getByRole("button", { name: "Book the difference of 0.45 instead" }).click();
    const account = asked.getByLabel("Record the 0.45 difference to");
    await account.selectOption({ label: "Bank Charges" });
    await expect(asked.getByText(/This is money in, but Bank Charges is an expense/)).toBeVisible();
    await account.selectOption({ label: "Sales" });
    await expect(asked.getByText(/This is money in/)).toHaveCount(0);
    await asked.getByLabel("Customer (optional)").fill("Driftwood");
    await page.getByRole("option", { name: /^Driftwood Coffee Roasters/ }).click();
    await asked.getByLabel("Class (optional)").selectOption({ label: "Studio" });
    await asked.getByLabel("Note (optional)").fill("Two digits swapped");
    await asked.getByRole("button", { name: "Choose and record the difference" }).click();
  });

  await test.step("a refund becomes a refund receipt", async () => {
    await decide(page, "Refund of 45.00 to Paloma Reyes isn't in QuickBooks.");
    // Its account comes first, unless its sale is known: then the receipt does.
    const other = question(page, "Refund of 45.00").getByText("Other", { exact: true });
    const record = button(page, "Record refund receipt");
    await expect(other.or(record).first()).toBeVisible();
    if (await other.isVisible()) await other.click();
    await record.click();
    await form.getByLabel("Product or service").selectOption({ label: "Services" });
    const preview = form.getByRole("region", { name: "What will be created" });
    await expect(preview.getByRole("row", { name: "Undeposited Funds 45.00" })).toBeVisible();
    await form.getByRole("button", { name: "Record refund receipt" }).click();
    await expect(missing(page)).toContainText(
      "Refund receipt for Paloma Reyes, created when this deposit is posted",
    );
  });

  await test.step("all of it is in QuickBooks", async () => {
    await expect(page.getByText("Posted", { exact: true }).first()).toBeVisible();
    await page.getByRole("button", { name: "Show Journal Entry" }).click();
    const entry = page.getByRole("table", { name: "Journal entry" });
    await expect(entry.getByRole("link", { name: /^Sales receipt \d+/ })).toBeVisible();
    const difference = entry.getByRole("row").filter({ hasText: "Two digits swapped" });
    for (const text of ["Sales", "Driftwood Coffee Roasters", "Studio", "0.45"]) {
      await expect(difference).toContainText(text);
    }
    const query = `?deposit_id=${id}`;
    const { deposit } = await callApi(depositDetail, { token: connected.token, query });
    const held = (await ledgerDeposits()).find((each) => each.id === deposit.quickbook_id);
    expect(held?.lines.filter(({ description }) => description === "Two digits swapped")).toEqual([
      expect.objectContaining({
        amount: 45,
        account: expect.objectContaining({ name: "Sales" }),
        customer: expect.objectContaining({ name: "Driftwood Coffee Roasters" }),
        class: expect.objectContaining({ name: "Studio" }),
      }),
    ]);
  });

  await test.step("and is undone with it", async () => {
    await page.getByRole("button", { name: "Delete from QuickBooks" }).click();
    const sure = page.getByRole("alertdialog");
    await expect(sure).toContainText(
      /Deletes Deposit \d+ and the 3 payments we created in QuickBooks/,
    );
    await sure.getByRole("button", { name: "Delete from QuickBooks" }).click();
    for (const order of ["#10260", "#10261", "#10263"]) {
      await expect(question(page, order)).toBeVisible();
    }
  });
});

test("missing payments with open invoices take two presses, for one charge and for three", async ({
  page,
  connected,
}) => {
  for (const [index, { amount, name }] of [OTTILIE, PALOMA, BLUE].entries()) {
    await addInvoice({ number: `INV-400${index}`, amount, customer: name });
  }
  const { token } = connected;
  const statusOf = async (id: number) => {
    const { deposit } = await callApi(depositDetail, { token, query: `?deposit_id=${id}` });
    return deposit.status;
  };
  const three = await openPayout(page, connected, [OTTILIE, PALOMA, BLUE]);
  await button(page, "Receive all 3 on their invoices (753.87)").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Receive payments" }).click();
  await expect.poll(() => statusOf(three)).not.toBe("pending");

  const NADIA = { amount: 18_250, name: "Nadia Winterbourne", description: "Order #10270" };
  await addInvoice({ number: "INV-4003", amount: NADIA.amount, customer: NADIA.name });
  const one = await openPayout(page, connected, [NADIA]);
  const { deposit } = await callApi(depositDetail, { token, query: `?deposit_id=${one}` });
  await page.goto(`/transaction/${one}?line=${deposit.lines[0]?.id}`);
  // The line that the address names has the focus: nothing is pressed to get there.
  await expect(question(page, "#10270")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByRole("button", { name: "Receive payment" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.poll(() => statusOf(one)).not.toBe("pending");
});

test("by keys alone a receipt is recorded, and a line waits", async ({ page, connected }) => {
  await addPayment({ amount: 99_900, customer: "Driftwood Coffee Roasters" });
  // A live event would refetch, and so cancel the slow request below.
  await page.route("**/api/events/**", () => undefined);
  await openPayout(page, connected, [OTTILIE, BLUE]);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });

  await test.step("keys alone, and the focus comes back", async () => {
    const record = button(page, "Record sales receipt");
    await expect(record).toBeVisible();
    await tabTo(page, record);
    await page.keyboard.press("Enter");
    const customer = dialog(page).getByRole("combobox", { name: "Customer" });
    await tabTo(page, customer);
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
    await expect(record).toBeFocused();

    await page.keyboard.press("Enter");
    await tabTo(page, customer);
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("Driftwood");
    await expect(page.getByRole("option", { name: "Driftwood Coffee Roasters" })).toBeVisible();
    const active = () =>
      customer.evaluate(
        (field) =>
          document.getElementById(field.getAttribute("aria-activedescendant") ?? "")?.textContent,
      );
    for (let moves = 0; moves < 20; moves++) {
      if ((await active())?.startsWith("Driftwood Coffee Roasters")) break;
      await page.keyboard.press("ArrowDown");
    }
    await page.keyboard.press("Enter");
    await expect(customer).toHaveValue("Driftwood Coffee Roasters");
    await tabTo(page, dialog(page).getByLabel("Product or service"));
    await page.keyboard.type("Serv");
    await tabTo(page, dialog(page).getByRole("button", { name: "Record sales receipt" }));
    await page.keyboard.press("Enter");
    await expect(missing(page)).toContainText(
      "Sales receipt for Driftwood Coffee Roasters, created",
    );
    // The focus is on the next question.
    await expect(question(page, "#10260")).toBeFocused();
    await expect(button(page, "Postpone")).toBeVisible();
    // One of the requests that follow the next choice is slow. The user carries on.
    await page.route("**/api/qb/existing-deposits/**", async (route) => {
      await released;
      await route.continue();
    });
    const remove = button(page, "Remove");
    await tabTo(page, remove);
    await page.keyboard.press("Enter");
    await expect(remove).toBeHidden();
    await expect(question(page, "#10261")).toBeFocused();
  });

  await test.step("a line waits until a day, with a note, and is asked about again", async () => {
    await decide(page, "Order #10260");
    const asked = question(page, "Order #10260");
    await asked.getByRole("button", { name: "Postpone", exact: true }).click();
    const until = dialog(page).getByRole("textbox", { name: "Ask again on" });
    await expect(until).toBeVisible();
    release();
    await expect(page.getByText("Choice removed")).toBeVisible();
    await until.fill("12-31-2099");
    await dialog(page).getByLabel("Note (optional)").fill("Asked Ottilie which order this is");
    await dialog(page).getByRole("button", { name: "Postpone", exact: true }).click();
    await expect(missing(page)).toContainText("Order #10260, 219.72, postponed until Dec 31, 2099");
    await expect(missing(page)).toContainText("Asked Ottilie which order this is");
    await page.reload();
    await button(page, "Decide now").click();
    await expect(asked).toBeVisible();
  });
});

test.describe("in bulk", () => {
  // The preview that has changed.
  test.use({ expectedErrors: [/409/] });

  test("missing lines get receipts by the defaults of Settings, for a payout and for a period", async ({
    page,
    connected,
  }) => {
    test.slow();
    // A third, without a customer.
    const walkIn = { amount: 1_500, description: "Order #10262" };
    await addInvoice({ number: "INV-2001", amount: 90_000, customer: "Blue Harbor Interiors" });
    const id = await openPayout(page, connected, [OTTILIE, BLUE, walkIn]);
    await expect(missing(page)).toContainText(
      "3 of 3 charges have no payment in QuickBooks. Decide these to post the deposit.",
    );
    await button(page, "Record receipts for all 2 missing lines").click();
    const form = dialog(page);
    await expect(form.getByText("2 sales receipts, 234.72")).toBeVisible();
    await expect(
      form.getByText("1 new customer · 1 without a customer · 1 line left out"),
    ).toBeVisible();
    await expect(
      form.getByText(
        "Invoice INV-2001 of Blue Harbor Interiors is open: receive the payment instead.",
      ),
    ).toBeVisible();
    const record = form.getByRole("button", { name: "Record 2 receipts" });

    await test.step("without a product there is nothing to create: it says where to choose one", async () => {
      await expect(record).toBeDisabled();
      await form.getByRole("link", { name: "Go to Settings" }).click();
      const receipts = page.getByRole("region", { name: "Receipts" });
      const item = receipts.getByLabel("Product or service, Stripe");
      await item.selectOption({ label: "Services" });
      await receipts.getByLabel("Refund item, Stripe").selectOption({ label: "Refunds" });
      await receipts.getByLabel("Tax code, Stripe").selectOption({ label: "NON" });
      await receipts.getByLabel("Class, Stripe").selectOption({ label: "Studio" });
      await receipts.getByLabel("Memo, Stripe").fill("Sold online");
      await page.getByRole("tab", { name: "Account" }).click();
      await expect(page.getByRole("alertdialog")).toContainText("Leave without saving?");
      await page.getByRole("button", { name: "Keep editing" }).click();
      await page.getByRole("button", { name: "Save Changes" }).click();
      await expect(page.getByText("Receipts from Stripe saved")).toBeVisible();
      await page.reload();
      await expect(item.locator("option:checked")).toHaveText("Services");
      await expect(receipts.getByLabel("Memo, Stripe")).toHaveValue("Sold online");
    });

    await test.step("the defaults are in a receipt's dialog", async () => {
      await page.goto(`/transaction/${id}`);
      await decide(page, "#10260");
      await question(page, "#10260").getByRole("button", { name: "Record sales receipt" }).click();
      for (const [label, text] of [
        ["Product or service", "Services"],
        ["Tax code", "NON"],
        ["Class", "Studio"],
      ] as const) {
        await expect(form.getByLabel(label).locator("option:checked")).toHaveText(text);
      }
      await expect(form.getByLabel("Memo")).toHaveValue("Sold online");
      await page.keyboard.press("Escape");
      await expect(form).toBeHidden();
    });

    await test.step("changed behind the dialog: it shows the new preview instead of applying the old one", async () => {
      await button(page, "Record receipts for all 2 missing lines").click();
      await expect(
        form.getByRole("row", { name: /Ottilie Quist New Order #10260 Services 219\.72/ }),
      ).toBeVisible();
      await chooseItem(connected, "Workshop Materials");
      await record.click();
      await expect(form.getByText("These lines have changed.")).toBeVisible();
      await expect(form.getByRole("row", { name: /Workshop Materials/ }).first()).toBeVisible();
      await record.click();
      await expect(page.getByText("2 receipts planned")).toBeVisible();
      await expect(missing(page).getByText("created when this deposit is posted")).toHaveCount(2);
      await expect(question(page, "#10261")).toBeVisible();
    });

    await test.step("a period, from the list of deposits", async () => {
      for (const remove of ["#10260", "#10262"]) {
        const line = missing(page).getByRole("listitem").filter({ hasText: remove });
        await line.getByRole("button", { name: "Remove" }).click();
        await expect(question(page, remove)).toBeVisible();
      }
      const query = `?deposit_id=${id}`;
      const { deposit } = await callApi(depositDetail, { token: connected.token, query });
      await page.goto(`/transactions?from=${deposit.txn_date}&to=${deposit.txn_date}`);
      await page.getByRole("button", { name: "Record receipts" }).click();
      await expect(form.getByLabel("Payment processor")).toHaveValue("stripe");
      await expect(form.getByText("2 sales receipts, 234.72")).toBeVisible();
      await record.click();
      await expect(page.getByText("2 receipts planned")).toBeVisible();
      await expect(form).toBeHidden();
    });
  });
});

test("questions and dialogs pass axe in every look", LOOKED_AT, async ({ page, connected }) => {
  await addPayment({ amount: 21_927, customer: "Ottilie Quist" });
  await addInvoice({ number: "INV-2001", amount: 20_000, customer: "Blue Harbor Interiors" });
  await openPayout(page, connected, [
    OTTILIE,
    BLUE,
    { amount: 1_500, description: "Order #10262" },
  ]);
  const checked = async (name: string, part?: string) =>
    inEveryLook(page, async (look) => {
      const findings = part ? await axeFindingsIn(page, part) : await axeFindings(page);
      expect(findings, `${name}, ${look}`).toEqual([]);
    });
  const inDialog = async (name: string, opener: string | RegExp, ready: string) => {
    await button(page, opener).first().click();
    await expect(dialog(page).getByText(ready).first()).toBeVisible();
    await checked(name, "[role=dialog]");
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
  };
  await decide(page, "#10260");
  await checked("candidates");
  await decide(page, "#10261");
  await checked("invoices that fit");
  await inDialog("receipt", "Record sales receipt", "Undeposited Funds");
  await inDialog("invoices", "Receive payment on INV-2001", "Accounts Receivable");
  await inDialog("wait", "Postpone", "Ask again on");
  await inDialog("bulk", /Record receipts for all/, "Left out");
});
