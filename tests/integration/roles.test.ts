import { beforeAll, describe, expect, test } from "vitest";
import { TOKEN_ROLES, type TokenRole } from "@/lib/constants/api-tokens";
import { COMPANY_HEADER } from "@/lib/constants/company-header";
import { hasRole, ROLES, type Role } from "@/lib/constants/roles";
import { endpoints, type NamedEndpoint } from "@/lib/contracts/registry";
import { adminDb } from "../support/admin-db";
import { call, handlerOf } from "../support/client";
import { join, type Person, seedApiToken, seedCompany, seedPerson } from "../support/members";

const signed = endpoints.filter(({ access }) => access === "session");
const people = new Map<Role, Person>();
const apiTokens = new Map<TokenRole, string>();
let own: string;
let foreign: string;

beforeAll(async () => {
  own = await seedCompany();
  foreign = await seedCompany();
  for (const role of ROLES) {
    const person = await seedPerson();
    await join(own, person, role);
    people.set(role, person);
  }
  const maker = await seedPerson();
  // Of both companies, but a token is of one.
  for (const companyId of [own, foreign]) await join(companyId, maker, "owner");
  for (const role of TOKEN_ROLES) {
    apiTokens.set(role, (await seedApiToken(own, maker, role)).token);
  }
});

/** Calls an endpoint as a role, in a session of its own: some calls end theirs. */
async function callAs(role: Role, endpoint: NamedEndpoint, companyId?: string) {
  return callWith((await people.get(role)?.signIn(own)) ?? "", endpoint, companyId);
}

/**
 * The body of a change is no JSON: it is read once the role has been checked, so an admitted change answers 400 and
 * changes nothing.
 */
async function callWith(token: string, { method, path, body }: NamedEndpoint, companyId?: string) {
  const handler = await handlerOf(method, `/api${path}`);
  const answer = await handler(
    new Request(`http://localhost:3000/api${path}?wait=0`, {
      method,
      headers: {
        authorization: token,
        "content-type": "application/json",
        ...(companyId && { [COMPANY_HEADER]: companyId }),
      },
      ...(body && { body: "{" }),
    }),
  );
  const isJson = answer.headers.get("content-type")?.startsWith("application/json");
  const said = isJson ? await answer.json() : {};
  await answer.body?.cancel().catch(() => undefined);
  return { status: answer.status, company: answer.headers.get(COMPANY_HEADER), ...said };
}

const table = signed.flatMap((endpoint) => ROLES.map((role) => ({ role, endpoint })));
const named = table.map(({ role, endpoint }) => ({
  title: `${role}: ${endpoint.method} ${endpoint.path}`,
  role,
  endpoint,
}));

describe("every endpoint and every role", () => {
  test.each(named)("$title", async ({ role, endpoint }) => {
    const { status, code, message, company } = await callAs(role, endpoint);
    if (hasRole(role, endpoint.role)) {
      expect([401, 403, 500], message).not.toContain(status);
      if (endpoint.body) expect([status, code]).toEqual([400, "malformed_json"]);
      if (status === 200) expect(company).toBe(own);
    } else {
      expect([status, code]).toEqual([403, "role_too_low"]);
      expect(message).toContain(`you are a${role === "admin" ? "n" : ""} ${role}`);
      expect(message).toMatch(/An owner( or admin)? can change your role/);
    }
  });
});

describe("every endpoint and every role, about a company that is not theirs", () => {
  test.each(named)("$title", async ({ role, endpoint }) => {
    const { status, code, company } = await callAs(role, endpoint, foreign);
    if (endpoint.role === "self") {
      expect([401, 403, 500]).not.toContain(status);
      if (status === 200) expect(company).toBe(own);
    } else {
      expect([status, code]).toEqual([403, "not_a_member"]);
    }
  });
});

const apiTokensInWords = signed
  .flatMap((endpoint) => TOKEN_ROLES.map((role) => ({ role, endpoint })))
  .map(({ role, endpoint }) => ({
    title: `${role}: ${endpoint.method} ${endpoint.path}`,
    role,
    endpoint,
  }));

describe("every endpoint and an API token of every role", () => {
  test.each(apiTokensInWords)("$title", async ({ role, endpoint }) => {
    const token = apiTokens.get(role) ?? "";
    for (const companyId of [undefined, own]) {
      const { status, code, message, company } = await callWith(token, endpoint, companyId);
      if (!endpoint.apiTokens) {
        expect([status, code]).toEqual([403, "api_tokens_refused"]);
        expect(message).toContain("API tokens can't be used for this");
      } else if (hasRole(role, endpoint.role)) {
        expect([401, 403, 500], message).not.toContain(status);
        if (endpoint.body) expect([status, code]).toEqual([400, "malformed_json"]);
        if (status === 200) expect(company).toBe(own);
      } else {
        expect([status, code]).toEqual([403, "role_too_low"]);
        expect(message).toContain(`this API token acts as a${role === "admin" ? "n" : ""} ${role}`);
      }
    }
  });
});

describe("every endpoint and an API token of every role, about another company of its maker", () => {
  test.each(apiTokensInWords)("$title", async ({ role, endpoint }) => {
    const { status, code, message } = await callWith(apiTokens.get(role) ?? "", endpoint, foreign);
    expect([status, code]).toEqual([403, "not_a_member"]);
    expect(message).toContain("This API token belongs to another company");
  });
});

describe("the company of a call", () => {
  test("is the session's own without the header, and any of the user's with it", async () => {
    const person = await seedPerson();
    const other = await seedCompany();
    await join(own, person, "viewer");
    await join(other, person, "admin");
    const token = await person.signIn(own);
    const inOwn = await call("GET", "/settings/company/", { token });
    const inOther = await call("GET", "/settings/company/", {
      token,
      headers: { [COMPANY_HEADER]: other.toUpperCase() },
    });
    expect([inOwn, inOther].map(({ headers }) => headers.get(COMPANY_HEADER))).toEqual([
      own,
      other,
    ]);
    expect(inOwn.body.company_name).not.toBe(inOther.body.company_name);
    const save = (headers: Record<string, string>) =>
      call("PUT", "/settings/company/", { token, headers, body: {} });
    expect((await save({})).status).toBe(403);
    expect((await save({ [COMPANY_HEADER]: other })).status).toBe(400);
  });

  test("that is no id is refused with 400", async () => {
    const token = (await people.get("owner")?.signIn(own)) ?? "";
    for (const id of ["1", "x'; DROP TABLE users", `${own}0`]) {
      const { status, body } = await call("GET", "/summary/", {
        token,
        headers: { [COMPANY_HEADER]: id },
      });
      expect([status, body.code]).toEqual([400, "invalid_company"]);
    }
  });

  test("counts as long as the membership: a changed role at once, a removed member never again", async () => {
    const person = await seedPerson();
    const other = await seedCompany();
    await join(own, person, "bookkeeper");
    await join(other, person, "viewer");
    const [inOwn, inOther] = [await person.signIn(own), await person.signIn(other)];
    const about = { [COMPANY_HEADER]: own };
    const accounts = (token: string, headers: Record<string, string> = {}) =>
      call("GET", "/rules/from-line/", { token, headers });
    expect((await accounts(inOwn)).status).toBe(400);
    const key = { companyId_userId: { companyId: own, userId: person.userId } };
    await adminDb().membership.update({ where: key, data: { role: "viewer" } });
    expect((await accounts(inOwn)).status).toBe(403);
    await adminDb().membership.delete({ where: key });
    expect((await accounts(inOwn)).status).toBe(401);
    expect((await accounts(inOther, about)).body.code).toBe("not_a_member");
    expect((await call("GET", "/summary/", { token: inOther })).status).toBe(200);
  });
});
