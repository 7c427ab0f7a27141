import { useMutation } from "@tanstack/react-query";
import { failureText } from "@/components/auth/failure";
import { useThrottle } from "@/components/auth/use-throttle";
import { toast } from "@/components/ui/toast";

const FAILED = {
  refused: "Account creation failed. Please try again.",
  other: "Registration failed. Please try again later.",
};

/** Creates an account by `send`, and says why where that is refused. */
export function useRegistration<Body, Session>({
  send,
  onSuccess,
  onRefused,
}: {
  send: (body: Body) => Promise<Session>;
  onSuccess: (session: Session) => void;
  /** For what the server says about single fields. */
  onRefused: (error: Error) => void;
}) {
  const throttle = useThrottle();
  const { mutate, isPending } = useMutation({
    mutationFn: send,
    onSuccess,
    onError: (error) => {
      if (throttle.note(error)) return;
      toast.error(failureText(error, FAILED));
      onRefused(error);
    },
  });
  return { register: mutate, isPending, notice: throttle.notice };
}
