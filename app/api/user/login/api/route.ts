import { login } from "@/lib/contracts/accounts";
import { signIn } from "@/server/auth/sign-in";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const POST = route(login, (ctx, { body }) => signIn(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
