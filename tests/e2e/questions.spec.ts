import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { depositList } from "@/lib/contracts/deposits";
import { type Account, callApi } from "./api";
import { axeFindings, axeFindingsIn, inEveryLook, LOOKED_AT } from "./axe";
import { withBooks } from "./books";
import { expect, signedInTest as test } from "./fixtures";
import { tabTo } from "./focus";
import { questionLinkFor } from "./mailbox";
import { seedBooks } from "./seed-books";

const client = () => `client-${randomBytes(4).toString("hex")}@example.com`;

/** Opens a payout of one charge that nobody entered in QuickBooks; a payment of 64.05 comes close. */
async function openPayout(page: Page, account: Account): Promise<void> {
  await seedBooks(account, {
    payments: [{ id: "1", amount: 64_05, customer: "Ottilie Quist" }],
    deposits: [{ id: "po_1", lines: [{ amount: 64_50, customer: "Ottilie Quist" }] }],
  });
  await withBooks(account, ({ companyId, query }) =>
    query("UPDATE deposit_lines SET description = 'Order #10260' WHERE company_id = $1", [
      companyId,
    ]),
  );
  const { deposits } = await callApi(depositList, { token: account.token });
  await page.goto(`/transaction/${deposits[0]?.id}`);
}

const askButton = (page: Page) => page.getByRole("button", { name: "Ask the client" });
const dialog = (page: Page) => page.getByRole("dialog");

async function ask(page: Page, email: string): Promise<void> {
  await askButton(page).click();
  await dialog(page).getByLabel("Email").fill(email);
  await dialog(page).getByRole("button", { name: "Send question" }).click();
  await expect(page.getByText(`Question sent to ${email}`)).toBeVisible();
  await expect(dialog(page)).toBeHidden();
}

test.describe("with links that are dead", () => {
  // There is no QuickBooks to read accounts from.
  test.use({ expectedErrors: [/404/, /409 .*\/qb\/lists\/\)$/] });

  test(
    "a question is asked, answered on its page by a visitor, and the answer is on the line",
    LOOKED_AT,
    async ({ page, account, browser }) => {
      await openPayout(page, account);
      const email = client();
      await askButton(page).click();
      const form = dialog(page);
      await expect(form.getByLabel("Question")).toHaveValue(
        /^Who paid 64\.50 on [A-Z][a-z]{2} \d+\?$/,
      );
      await form.getByRole("button", { name: "Send question" }).click();
      await expect(form.getByText("Please enter a valid email address")).toBeVisible();
      await form.getByLabel("Question").fill("Who paid this? See www.example.com");
      await form.getByLabel("Email").fill(email);
      await form.getByRole("button", { name: "Send question" }).click();
      await expect(
        form.getByText("Leave out links and addresses such as example.com"),
      ).toBeVisible();
      await form.getByLabel("Question").fill("Who paid 64.50 on Nov 2?");
      await form.getByLabel("Ottilie Quist").click();
      await inEveryLook(page, async (look) =>
        expect(await axeFindingsIn(page, "[role=dialog]"), `dialog, ${look}`).toEqual([]),
      );
      await form.getByRole("button", { name: "Send question" }).click();
      await expect(page.getByText(`Question sent to ${email}`)).toBeVisible();
      await expect(page.getByText("No answer yet.")).toBeVisible();

      // The client: another browser without an account.
      const path = await questionLinkFor(email);
      const [, token = ""] = path.split("#");
      const visitor = await (await browser.newContext()).newPage();
      const requested: string[] = [];
      visitor.on("request", (request) => {
        const { pathname, search } = new URL(request.url());
        requested.push(pathname + search);
      });
      const response = await visitor.goto(path);
      expect(response?.headers()).toMatchObject({
        "referrer-policy": "no-referrer",
        "x-robots-tag": "noindex, nofollow, noarchive",
        "cache-control": "no-store",
      });
      await expect(
        visitor.getByRole("heading", { name: "Who paid 64.50 on Nov 2?" }),
      ).toBeVisible();
      await expect(visitor.getByText("64.50 USD")).toBeVisible();
      // The token is where no access log has it.
      expect(requested).toContain("/question");
      expect(requested.filter((address) => address.includes(token))).toEqual([]);
      await expect(visitor.getByText("Order #10260")).toBeVisible();
      await inEveryLook(visitor, async (look) =>
        expect(await axeFindings(visitor), `question, ${look}`).toEqual([]),
      );
      // As links were mailed before.
      await visitor.goto(`/question/${token}`);
      await expect(visitor).toHaveURL(
        (url) => url.pathname === "/question" && url.hash === `#${token}`,
      );
      await expect(
        visitor.getByRole("heading", { name: "Who paid 64.50 on Nov 2?" }),
      ).toBeVisible();

      await visitor.getByRole("button", { name: "Send" }).click();
      await expect(visitor.getByText("Enter an answer.")).toBeVisible();
      const answer = visitor.getByLabel("Your answer");
      await visitor.getByRole("button", { name: "Ottilie Quist" }).click();
      await expect(answer).toHaveValue("Ottilie Quist");
      await answer.fill("<b>Ottilie Quist</b>, for the class");
      await tabTo(visitor, visitor.getByRole("button", { name: "Send" }));
      await visitor.keyboard.press("Enter");
      await expect(visitor.getByRole("heading", { name: "Thank you" })).toBeVisible();
      expect(await axeFindings(visitor)).toEqual([]);

      // Used: the same page as for a link that never was.
      await visitor.goto("about:blank");
      for (const dead of [path, `/question#${"A".repeat(43)}`, "/question"]) {
        await visitor.goto(dead);
        await expect(
          visitor.getByRole("heading", { name: "This link doesn't work" }),
        ).toBeVisible();
      }
      expect(await axeFindings(visitor)).toEqual([]);
      await visitor.context().close();

      await page.reload();
      await expect(page.getByRole("figure")).toContainText("<b>Ottilie Quist</b>, for the class");
      await expect(
        page.getByText(`Answered by ${email}: <b>Ottilie Quist</b>, for the class`),
      ).toBeVisible();
      await page.getByRole("button", { name: "Show History" }).click();
      await expect(page.getByText(new RegExp(`^Asked ${email} about 64\\.50 on `))).toBeVisible();
      await inEveryLook(page, async (look) =>
        expect(await axeFindings(page), `answer, ${look}`).toEqual([]),
      );
    },
  );

  test("a question is withdrawn, asked again, and declined", async ({ page, account, browser }) => {
    await openPayout(page, account);
    const email = client();
    await ask(page, email);
    const first = await questionLinkFor(email);
    await page.getByRole("button", { name: "Withdraw" }).click();
    await expect(page.getByText("Question withdrawn", { exact: true })).toBeVisible();
    const visitor = await (await browser.newContext()).newPage();
    await visitor.goto(first);
    await expect(visitor.getByRole("heading", { name: "This link doesn't work" })).toBeVisible();

    await askButton(page).click();
    await expect(dialog(page).getByLabel("Email")).toHaveValue(email);
    await dialog(page).getByRole("button", { name: "Send question" }).click();
    await expect(page.getByText("No answer yet.")).toBeVisible();
    await visitor.goto(await questionLinkFor(email, 2));
    await visitor.getByRole("button", { name: "Get no more questions from them" }).click();
    await expect(visitor.getByRole("heading", { name: "No more questions" })).toBeVisible();
    await visitor.context().close();
    await page.reload();
    await expect(page.getByText("They don't want questions by email.")).toBeVisible();
  });
});
