import { getProfile, saveProfile as saveContract } from "@/lib/contracts/profile";
import { loadProfile, saveProfile } from "@/server/auth/profile";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const GET = route(getProfile, (ctx) => loadProfile(ctx));
export const PUT = route(saveContract, (ctx, { body }) => saveProfile(ctx, body));
export const { POST, PATCH, DELETE, OPTIONS } = refuseOthers("GET", "PUT");
