import { answerQuestion as contract } from "@/lib/contracts/questions";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { answerQuestion } from "@/server/questions/answer-question";

export const POST = route(contract, (ctx, { body }) => answerQuestion(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
