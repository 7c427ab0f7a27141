import type { Locator, Page } from "@playwright/test";
import { depositDetail } from "@/lib/contracts/deposit-detail";
import { depositList } from "@/lib/contracts/deposits";
import { lineOptions } from "@/lib/contracts/planned-payments";
import { type Account, callApi } from "./api";
import { axeFindings, inEveryLook, LOOKED_AT } from "./axe";
import { expectBooks } from "./expect-books";
import { expect, signedInTest, connectedTest as test } from "./fixtures";
import { seedBooks } from "./seed-books";
import { settled } from "./settled";

const lines = (page: Page) => page.getByRole("region", { name: "Lines and payments" });
const nextLink = (page: Page) => page.getByRole("link", { name: /^Next: / });

const detailOf = ({ token }: Account, id: number) =>
  callApi(depositDetail, { token, query: `?deposit_id=${id}` });

/** The sample's payout with a nameless charge and two payments of that amount. */
async function ambiguousDeposit(account: Account): Promise<number> {
  const { token } = account;
  const { deposits } = await callApi(depositList, { token, query: "?status=pending" });
  for (const { id } of deposits) {
    const { deposit } = await detailOf(account, id);
    const open = deposit.lines.filter((line) => line.match_id === null && line.kind === "charge");
    const [line] = open;
    if (open.length !== 1 || !line || line.entity !== "") continue;
    const query = `?deposit_id=${id}&line_id=${line.id}`;
    const { candidates } = await callApi(lineOptions, { token, query });
    const equal = candidates.filter(({ payments }) => payments[0]?.TotalAmt === line.amount);
    if (equal.length > 1) return id;
  }
  throw new Error("the sample has no ambiguous payout");
}

test(
  "the sample's suggestions are right, its ambiguous payout is closed in two presses, and the books are",
  LOOKED_AT,
  async ({ page, connected }) => {
    test.slow();
    await settled(connected);
    const id = await ambiguousDeposit(connected);
    await page.goto("/dashboard");
    const confirm = page.getByRole("button", { name: "Confirm Match" });
    await expect(confirm.first()).toBeVisible();
    for (let left = await confirm.count(); left > 0; left--) {
      await confirm.first().click();
      await expect(confirm).toHaveCount(left - 1);
    }
    await page.getByRole("button", { name: /^Which payment\?/ }).click();
    await page.locator(`article a[href$="/transaction/${id}"]`).click();
    await expect(page).toHaveURL(new RegExp(`/transaction/${id}`));
    const { deposit } = await detailOf(connected, id);
    const [whole = ""] = deposit.total_amt.split(".");
    await expect(page).toHaveTitle(
      new RegExp(`^Stripe payout · .*${whole.slice(-3)}\\.\\d\\d \\|`),
    );
    await expect(
      lines(page).getByRole("button", { name: /matched with certainty/ }),
    ).toHaveAttribute("aria-expanded", "false");
    const choices = lines(page).getByRole("button", { name: /^Choose / });
    await expect(choices).toHaveCount(2);
    await inEveryLook(page, async (look) => {
      expect(await axeFindings(page), look).toEqual([]);
    });

    // One press to the line, one to choose.
    await page.keyboard.press("j");
    await expect(lines(page).locator("section:focus")).toContainText("isn't matched yet");
    await page.keyboard.press("2");
    await expect
      .poll(async () => (await detailOf(connected, id)).deposit.status)
      .not.toBe("pending");
    await expect(nextLink(page)).toBeFocused();
    const href = await nextLink(page).getAttribute("href");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`${href}$`));
    await expect(page).not.toHaveTitle(new RegExp(whole.slice(-3)));
    await expect(nextLink(page)).toBeVisible();
    await page.keyboard.press("J");
    await expect(page).not.toHaveURL(new RegExp(`${href}$`));
    await expect(page.getByRole("link", { name: /^Previous: / })).toBeVisible();
    await page.keyboard.press("K");
    await expect(page).toHaveURL(new RegExp(`${href}$`));

    await test.step("paper has the sum, all lines, the journal entry and the history, without buttons", async () => {
      await settled(connected);
      await expectBooks(connected);
      const { deposits } = await callApi(depositList, {
        token: connected.token,
        query: "?status=posted",
      });
      const posted = deposits.find((each) => each.lines.length > 3);
      await page.goto(`/transaction/${posted?.id}`);
      await expect(page.getByText("In QuickBooks' bank feed choose Match, not Add.")).toBeVisible();
      await page.emulateMedia({ media: "print", colorScheme: "dark" });
      for (const name of [
        "Payout breakdown",
        "Lines and Payments",
        "Deposit Information",
        "Journal Entry",
        "History",
      ]) {
        await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
      }
      await expect(page.getByRole("button")).toHaveCount(0);
      await expect(page.getByRole("link", { name: "Integrations" })).toHaveCount(0);
      await page.emulateMedia({ media: "screen" });

      // The hint is given once: on the deposit where it was first seen, until it is dismissed there.
      await page.getByRole("button", { name: "Dismiss" }).click();
      await expect(page.getByText("choose Match, not Add")).toHaveCount(0);
      await page.reload();
      await expect(page.getByRole("heading", { name: "Journal Entry" })).toBeVisible();
      await expect(page.getByText("choose Match, not Add")).toHaveCount(0);
    });
  },
);

signedInTest(
  "j and k go from open line to open line, but letters in fields are letters",
  async ({ page, account }) => {
    await seedBooks(account, {
      deposits: [
        {
          id: "po_1",
          lines: [
            { amount: 412_30, customer: "Ottilie Quist" },
            { amount: 250_00, customer: "Nobody Known" },
          ],
        },
      ],
    });
    const { deposits } = await callApi(depositList, { token: account.token });
    await page.goto(`/transaction/${deposits[0]?.id}`);
    const questions = lines(page).getByRole("region", { name: /isn't in QuickBooks/ });
    const [first, second] = [questions.first(), questions.last()];
    const wait = (question: Locator) =>
      question.getByRole("button", { name: "Postpone", exact: true });
    await expect(questions).toHaveCount(2);

    await signedInTest.step("moving", async () => {
      await page.keyboard.press("j");
      await expect(first).toBeFocused();
      await page.keyboard.press("j");
      await expect(second).toBeFocused();
      await expect(wait(second)).toBeVisible();
      await page.keyboard.press("ArrowUp");
      await expect(first).toBeFocused();
    });

    await signedInTest.step("the help leaves the focus where it was", async () => {
      await page.keyboard.press("?");
      await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
      await page.keyboard.press("j");
      await page.keyboard.press("Escape");
      await expect(first).toBeFocused();
    });

    await signedInTest.step("typing", async () => {
      await wait(first).click();
      const note = page.getByRole("dialog").getByLabel("Note (optional)");
      await note.press("j");
      await expect(note).toHaveValue("j");
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
    });

    await signedInTest.step("turned off", async () => {
      await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
      await page.getByRole("switch", { name: "Use shortcuts in this browser" }).click();
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await page.keyboard.press("j");
      await expect(first).not.toBeFocused();
      await expect(second).not.toBeFocused();
    });
  },
);
