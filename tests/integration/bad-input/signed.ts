import { randomBytes } from "node:crypto";
import { newApiToken } from "@/server/auth/sessions";
import { everything } from "../../setup/everything";
import { makeBooks } from "../../setup/rows";

/** A person of a company that has rows and no live connection, with a token that can be renewed. */
export class Signed {
  #token = "";

  private constructor(public owner: { userId: number; companyId: string }) {}

  static async create(): Promise<Signed> {
    const signed = new Signed(await Signed.#plant());
    await signed.renew();
    return signed;
  }

  static async #plant(): Promise<{ userId: number; companyId: string }> {
    const { companyId } = await makeBooks();
    const name = `walker-${randomBytes(6).toString("hex")}`;
    const { id: userId } = await everything().user.create({
      data: {
        username: name,
        usernameKey: name,
        email: `${name}@example.com`,
        emailKey: `${name}@example.com`,
        memberships: { create: { companyId } },
      },
    });
    await everything().companySettings.create({ data: { companyId } });
    // No provider is waited for: syncs and lists answer at once that nothing is connected.
    await everything().integration.updateMany({
      where: { companyId },
      data: { status: "disconnected", credentials: null },
    });
    return { userId, companyId };
  }

  get token(): string {
    return this.#token;
  }

  /** A call that succeeded may have ended the session, or deleted the account. */
  async renew(): Promise<void> {
    const { userId } = this.owner;
    if ((await everything().user.count({ where: { id: userId } })) === 0) {
      this.owner = await Signed.#plant();
    }
    const { token, tokenHash } = newApiToken();
    const expiresAt = new Date(Date.now() + 3_600_000);
    await everything().session.create({ data: { ...this.owner, tokenHash, expiresAt } });
    this.#token = token;
  }
}
