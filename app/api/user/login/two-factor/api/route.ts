import { loginSecondStep } from "@/lib/contracts/two-factor";
import { signInSecondStep } from "@/server/auth/two-factor/sign-in";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const POST = route(loginSecondStep, (ctx, { body }) => signInSecondStep(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
