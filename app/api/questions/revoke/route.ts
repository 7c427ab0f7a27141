import { revokeQuestion as contract } from "@/lib/contracts/questions";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { revokeQuestion } from "@/server/questions/revoke-question";

export const POST = route(contract, (ctx, { body }) => revokeQuestion(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
