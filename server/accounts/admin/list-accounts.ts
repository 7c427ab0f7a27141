import { db } from "@/server/platform/db";

/** All accounts as a table for the operator's terminal, without a secret. */
export async function listUsers(): Promise<string> {
  const users = await db("accounts").user.findMany({
    include: {
      memberships: {
        select: { role: true, company: { select: { name: true } } },
        orderBy: { createdAt: "asc" },
      },
      sessions: { select: { createdAt: true }, orderBy: { createdAt: "desc" }, take: 1 },
    },
    omit: { avatar: true, totpSecret: true, passwordHash: true },
    orderBy: { id: "asc" },
  });
  return table(
    ["EMAIL", "COMPANIES", "SIGNED IN", "TWO-FACTOR", "ADDRESS", "STATE"],
    users.map(({ email, memberships, sessions, ...user }) => [
      email,
      memberships.map(({ role, company }) => `${company.name} (${role})`).join(", "),
      sessions[0] ? minute(sessions[0].createdAt) : "not lately",
      user.totpConfirmedAt ? "on" : "off",
      user.emailVerifiedAt ? "confirmed" : "unconfirmed",
      user.disabledAt ? `disabled since ${minute(user.disabledAt)}` : "enabled",
    ]),
  );
}

/** All companies as a table. */
export async function listCompanies(): Promise<string> {
  const companies = await db("accounts").company.findMany({
    select: {
      id: true,
      name: true,
      createdAt: true,
      memberships: {
        select: { role: true, user: { select: { email: true, disabledAt: true } } },
        orderBy: { createdAt: "asc" },
      },
    },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return table(
    ["ID", "NAME", "SINCE", "MEMBERS", "OWNERS"],
    companies.map(({ id, name, createdAt, memberships }) => [
      id,
      name,
      minute(createdAt),
      String(memberships.length),
      memberships
        .filter(({ role }) => role === "owner")
        .map(({ user }) => (user.disabledAt ? `${user.email} (disabled)` : user.email))
        .join(", "),
    ]),
  );
}

function minute(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** Users choose some of the texts: none may move the cursor or hide a line. */
function table(head: string[], rows: string[][]): string {
  const lines = [head, ...rows.map((row) => row.map((text) => text.replace(/\p{C}/gu, "")))];
  const widths = head.map((_, column) => Math.max(...lines.map((row) => row[column]?.length ?? 0)));
  return lines
    .map((row) => row.map((text, column) => text.padEnd(widths[column] ?? 0)).join("  "))
    .map((line) => line.trimEnd())
    .join("\n");
}
