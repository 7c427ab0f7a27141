import { undoAutomaticRun as contract } from "@/lib/contracts/automatic-runs";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { undoAutomaticRun } from "@/server/posting/runs/undo-automatic-run";

export const POST = route(contract, (ctx, { body }) => undoAutomaticRun(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
