import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { toBase64 } from "@/components/settings/picture";
import type { PictureChange } from "@/components/settings/picture-field";
import { accountKeys, avatarQuery, profileQuery } from "@/components/settings/queries";
import { call } from "@/lib/api";
import type { Profile, profileChange } from "@/lib/contracts/profile";
import { updateUser } from "@/lib/session-store";

interface AccountChange {
  details: z.infer<typeof profileChange>;
  picture: PictureChange;
}

/** Saves the Account tab; what was saved shows everywhere at once, also when the picture then fails. */
export function useSaveAccount(profile: Profile) {
  const queryClient = useQueryClient();

  async function savePicture(picture: PictureChange): Promise<void> {
    if (picture === undefined) return;
    if (picture === null) await call("DELETE /user/avatar/");
    else await call("PUT /user/avatar/", { body: { image: await toBase64(picture) } });
    queryClient.setQueryData(avatarQuery.queryKey, picture ?? undefined);
    show({ has_avatar: picture !== null });
  }

  function show(part: Partial<Profile>): void {
    queryClient.setQueryData(profileQuery.queryKey, (known = profile) => ({ ...known, ...part }));
  }

  return useMutation({
    mutationFn: async ({ details, picture }: AccountChange) => {
      const { current_password: _, code: _code, email, ...saved } = details;
      const { user } = await call("PUT /user/profile/", { body: details });
      updateUser(user);
      // A new address waits for its confirmation.
      const isMoving = email.toLowerCase() !== user.email.toLowerCase();
      show({ ...saved, email: user.email, ...(isMoving && { unconfirmed_email: email }) });
      await savePicture(picture);
      return { email: user.email, unconfirmed: isMoving ? email : null };
    },
    // What is on the server may be both: the details saved, the picture not.
    onError: () => queryClient.invalidateQueries({ queryKey: accountKeys.profile }),
  });
}
