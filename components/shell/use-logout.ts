import { useRouter } from "next/navigation";
import { type RefObject, useRef } from "react";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import { clearSession } from "@/lib/session-store";

/**
 * Leaves on purpose: what is stored here is gone at once, whether or not the server hears of it.
 * `leaving` lets the guard distinguish it from a lost session.
 */
export function useLogout(): { leave: () => void; leaving: RefObject<boolean> } {
  const router = useRouter();
  const leaving = useRef(false);
  const leave = () => {
    leaving.current = true;
    call("POST /user/logout/api/").catch((error: unknown) => {
      console.warn("Couldn't reach the server to log out. The session there will expire.", error);
    });
    clearSession();
    toast.success("Logged out successfully");
    router.replace("/");
  };
  return { leave, leaving };
}
