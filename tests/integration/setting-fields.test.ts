import { beforeAll, describe, expect, test } from "vitest";
import { hasRole, ROLES, type Role } from "@/lib/constants/roles";
import { endpoints } from "@/lib/contracts/registry";
import { decideAccount } from "@/server/line-decisions/decide-account";
import { switchRule } from "@/server/line-decisions/rules/edit-rules";
import { mintCompanyId } from "@/server/platform/company-id";
import type { SessionContext } from "@/server/platform/context";
import { postReady } from "@/server/posting/review";
import { adminDb } from "../support/admin-db";
import { call } from "../support/client";
import { join, type Person, seedApiToken, seedCompany, seedPerson } from "../support/members";

let company: string;
const people = new Map<Role, Person>();

/** A body that sets the setting, and one that doesn't, by endpoint and field; they name rows that don't exist. */
const line = { deposit_id: 1, line_id: 1, kind: "refund" as const, account_id: "1" };
const revision = { revision: "0" };
const bodies: Record<string, { setting: object[]; plain: object[] }> = {
  "POST /qb/book-line/ always": {
    setting: [{ ...line, always: true }],
    plain: [line, { ...line, always: false }],
  },
  "POST /qb/post-ready/ auto_post": {
    setting: [
      { ...revision, auto_post: true },
      { ...revision, auto_post: false },
    ],
    plain: [revision],
  },
  "POST /rules/switch/ active": {
    setting: [{ rule_id: 1, active: true }],
    plain: [{ rule_id: 1, active: false }],
  },
};

const fields = endpoints.flatMap(({ method, path, settingFields = [] }) =>
  settingFields.map(({ field, role: least }) => ({ method, path, field, least })),
);
const cases = fields.flatMap((each) =>
  ROLES.map((role) => ({
    ...each,
    role,
    title: `${role}: ${each.field} of ${each.method} ${each.path}`,
  })),
);

beforeAll(async () => {
  company = await seedCompany();
  for (const role of ROLES) {
    const person = await seedPerson();
    await join(company, person, role);
    people.set(role, person);
  }
});

const personOf = (role: Role) => people.get(role) as Person;
const settings = () => adminDb().companySettings.findMany({ where: { companyId: company } });

test("each field that changes a setting has its bodies here", () => {
  expect(fields.map(({ method, path, field }) => `${method} ${path} ${field}`).sort()).toEqual(
    Object.keys(bodies).sort(),
  );
});

describe("a field that changes a setting asks for the role of the setting", () => {
  test.each(cases)("$title", async ({ method, path, field, least, role }) => {
    const token = await personOf(role).signIn(company);
    const { setting = [], plain = [] } = bodies[`${method} ${path} ${field}`] ?? {};
    const before = await settings();
    for (const body of setting) {
      const answer = await call(method, path, { token, body });
      if (hasRole(role, least)) expect([404, 409]).toContain(answer.status);
      else expect([answer.status, answer.body.code]).toEqual([403, "role_too_low"]);
    }
    for (const body of plain) {
      const { status } = await call(method, path, { token, body });
      if (role === "viewer") expect(status).toBe(403);
      else expect([404, 409]).toContain(status);
    }
    expect(await settings()).toEqual(before);
  });

  test("also of an API token", async () => {
    for (const role of ["viewer", "bookkeeper", "admin"] as const) {
      const { token } = await seedApiToken(company, personOf("owner"), role);
      const { status } = await call("POST", "/qb/book-line/", {
        token,
        body: { ...line, always: true },
      });
      expect(status).toBe(role === "admin" ? 404 : 403);
    }
  });

  test("also of the verbs themselves", async () => {
    const ctx: SessionContext = {
      companyId: mintCompanyId(company),
      userId: personOf("bookkeeper").userId,
      role: "bookkeeper",
      ...{ requestId: "setting-fields", sessionId: "1", ipAddress: "127.0.0.1", userAgent: "" },
    };
    const refused = { code: "role_too_low" };
    await expect(decideAccount(ctx, { ...line, always: true })).rejects.toMatchObject(refused);
    await expect(postReady(ctx, { revision: "0", auto_post: false })).rejects.toMatchObject(
      refused,
    );
    await expect(switchRule(ctx, { rule_id: 1, active: true })).rejects.toMatchObject(refused);
    await expect(switchRule(ctx, { rule_id: 1, active: false })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(decideAccount(ctx, line)).rejects.toMatchObject({ code: "not_found" });
  });
});
