import { expenseList } from "@/lib/contracts/integrations";
import { route } from "@/server/http/route";
import { listExpenses } from "@/server/integrations/ledger-accounts";

export const GET = route(expenseList, (ctx) => listExpenses(ctx));
