"use client";

import { useMutation } from "@tanstack/react-query";
import { beginOpenId, type OfferedProvider, rememberOrigin } from "@/components/auth/openid";
import { Button } from "@/components/ui/button";
import { TextLink } from "@/components/ui/text-link";
import { toast } from "@/components/ui/toast";
import { addressAfterSignIn } from "@/lib/sign-in-address";

/** Sign-in and sign-up through the providers that this installation has keys for; nothing without any. */
export function OpenIdButtons({ providers }: { providers: OfferedProvider[] }) {
  const begin = useMutation({
    mutationFn: ({ id }: OfferedProvider) => beginOpenId(id),
    onSuccess: (url) => {
      rememberOrigin(addressAfterSignIn(window.location.search));
      window.location.assign(url);
    },
    onError: (error, { name }) =>
      toast.error(`Could not connect to ${name}. Please try again later.`, {
        description: error.message,
      }),
  });
  if (providers.length === 0) return null;
  // Until the browser has left, a second press would begin a second sign-in.
  const leaving = begin.isPending || begin.isSuccess;
  return (
    <div className="mt-6 grid gap-3">
      <div className="flex items-center gap-3 text-caption text-muted-foreground">
        <span className="h-px flex-1 bg-border" />
        or
        <span className="h-px flex-1 bg-border" />
      </div>
      {providers.map((provider) => (
        <Button
          key={provider.id}
          variant="outline"
          disabled={leaving}
          loading={leaving && begin.variables?.id === provider.id}
          onClick={() => begin.mutate(provider)}
        >
          Continue with {provider.name}
        </Button>
      ))}
      <p className="text-caption text-pretty text-muted-foreground">
        Signing in for the first time creates an account and accepts the{" "}
        <TextLink href="/terms" target="_blank">
          terms
        </TextLink>{" "}
        and the{" "}
        <TextLink href="/privacy" target="_blank">
          privacy policy
        </TextLink>
        .
      </p>
    </div>
  );
}
