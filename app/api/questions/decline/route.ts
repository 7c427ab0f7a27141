import { declineQuestions as contract } from "@/lib/contracts/questions";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { declineQuestions } from "@/server/questions/decline-questions";

export const POST = route(contract, (ctx, { body }) => declineQuestions(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
