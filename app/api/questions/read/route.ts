import { readQuestion as contract } from "@/lib/contracts/questions";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { readQuestion } from "@/server/questions/read-question";

export const POST = route(contract, (ctx, { body }) => readQuestion(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
