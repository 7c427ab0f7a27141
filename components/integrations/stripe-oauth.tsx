import { useConnectByRedirect } from "@/components/integrations/connect-mutations";
import { Button } from "@/components/ui/button";

/** Connecting at Stripe itself, without copying a key. */
export function StripeOauth() {
  const connect = useConnectByRedirect("stripe");
  return (
    <section aria-labelledby="stripe-oauth" className="grid gap-3 border-b pb-6">
      <div className="grid gap-1">
        <h2 id="stripe-oauth" className="font-medium">
          Connect at Stripe
        </h2>
        <p className="text-muted-foreground">
          Sign in to Stripe and allow access there. No key has to be copied.
        </p>
      </div>
      <Button
        variant="outline"
        className="justify-self-start"
        loading={connect.isPending}
        onClick={() => connect.mutate()}
      >
        Continue to Stripe
      </Button>
    </section>
  );
}
