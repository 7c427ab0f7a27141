import { logout } from "@/lib/contracts/accounts";
import { signOut } from "@/server/auth/sign-out";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const POST = route(logout, (ctx) => signOut(ctx));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
