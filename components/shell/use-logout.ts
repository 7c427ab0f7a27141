import { useRouter } from "next/navigation";
import { type RefObject, useRef } from "react";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import { clearSession } from "@/lib/session-store";

/**
 * Leaves on purpose: what is stored here is gone at once, whether or not the server hears of it.
 * `leaving` tells the guard that this is no loss of the session.
 */
export function useLogout(): { leave: () => void; leaving: RefObject<boolean> } {
  const router = useRouter();
  const leaving = useRef(false);
  const leave = () => {
    leaving.current = true;
    call("POST /user/logout/api/").catch((error: unknown) => {
      console.warn(
        "The server could not be told about the logout; the session there ends by itself.",
        error,
      );
    });
    clearSession();
    toast.success("Logged out successfully");
    router.replace("/");
  };
  return { leave, leaving };
}
