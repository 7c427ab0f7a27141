import { expenseList } from "@/lib/contracts/integrations";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { listExpenses } from "@/server/integrations/ledger-accounts";

export const GET = route(expenseList, (ctx) => listExpenses(ctx));
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
