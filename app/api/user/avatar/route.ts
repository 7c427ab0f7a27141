import * as contracts from "@/lib/contracts/profile";
import { deleteAvatar, loadAvatar, saveAvatar } from "@/server/auth/avatar";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const GET = route(contracts.getAvatar, (ctx) => loadAvatar(ctx));
export const PUT = route(contracts.saveAvatar, (ctx, { body }) => saveAvatar(ctx, body.image));
export const DELETE = route(contracts.deleteAvatar, (ctx) => deleteAvatar(ctx));
export const { POST, PATCH, OPTIONS } = refuseOthers("GET", "PUT", "DELETE");
