import { authorizeExpenseList } from "@/lib/contracts/integrations";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { listAuthorizeNetExpense } from "@/server/integrations/authorizenet-expense";

export const GET = route(authorizeExpenseList, (ctx) => listAuthorizeNetExpense(ctx));
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
