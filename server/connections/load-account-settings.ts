import type { Integration } from "@/generated/prisma/client";
import type { AccountSettings } from "@/lib/contracts/bookings";
import { ACCOUNT_KINDS } from "@/lib/contracts/values/bookings";
import { connectable } from "@/lib/providers/list";
import { readKindAccounts } from "./kind-accounts";
import { listFirstOfEach } from "./list-first-of-each";
import { readSourceSettings } from "./settings";
import type { CompanyContext } from "@/server/platform/context";

/** The accounts that the company chose for each connected payment source. */
export async function loadAccountSettings(ctx: CompanyContext): Promise<AccountSettings> {
  const rows = await listFirstOfEach(ctx);
  return { sources: rows.flatMap(toSource) };
}

function toSource({ provider, settings }: Integration): AccountSettings["sources"] {
  const described = connectable(provider);
  if (described.role !== "source") return [];
  const category = readSourceSettings(settings);
  const chosen = readKindAccounts(settings);
  const fee = category && { Id: category.categoryId, Name: category.categoryName };
  return [
    {
      integration_type: described.wire,
      name: described.name,
      accounts: [
        { kind: "fee", account: fee },
        ...ACCOUNT_KINDS.map((kind) => {
          const account = chosen[kind];
          return { kind, account: account ? { Id: account.id, Name: account.name } : null };
        }),
      ],
    },
  ];
}
