import { randomBytes } from "node:crypto";
import { newSessionToken } from "@/server/accounts/sessions";
import { adminDb } from "../../support/admin-db";
import { makeBooks } from "../../support/rows";

/** A person in a company with rows and no live connection, with a renewable token. */
export class Signed {
  #token = "";

  private constructor(public owner: { userId: number; companyId: string }) {}

  static async create(): Promise<Signed> {
    const signed = new Signed(await Signed.#seed());
    await signed.renew();
    return signed;
  }

  static async #seed(): Promise<{ userId: number; companyId: string }> {
    const { companyId } = await makeBooks();
    const name = `walker-${randomBytes(6).toString("hex")}`;
    const { id: userId } = await adminDb().user.create({
      data: {
        username: name,
        usernameKey: name,
        email: `${name}@example.com`,
        emailKey: `${name}@example.com`,
        emailVerifiedAt: new Date(),
        memberships: { create: { companyId } },
      },
    });
    await adminDb().companySettings.create({ data: { companyId } });
    // No provider is called: syncs and lists immediately answer that nothing is connected.
    await adminDb().integration.updateMany({
      where: { companyId },
      data: { status: "disconnected", credentials: null },
    });
    return { userId, companyId };
  }

  get token(): string {
    return this.#token;
  }

  /** A successful call may have ended the session, or deleted the account. */
  async renew(): Promise<void> {
    const { userId } = this.owner;
    if ((await adminDb().user.count({ where: { id: userId } })) === 0) {
      this.owner = await Signed.#seed();
    }
    const { token, tokenHash } = newSessionToken();
    const expiresAt = new Date(Date.now() + 3_600_000);
    await adminDb().session.create({ data: { ...this.owner, tokenHash, expiresAt } });
    this.#token = token;
  }
}
