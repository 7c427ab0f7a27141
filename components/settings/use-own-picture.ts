import { useQuery } from "@tanstack/react-query";
import { avatarQuery, profileQuery } from "@/components/settings/queries";
import { useObjectUrl } from "@/components/settings/use-object-url";

/** The signed-in person's picture as an address for an image; undefined when there is none. */
export function useOwnPicture(): string | undefined {
  const hasOne = useQuery(profileQuery).data?.has_avatar === true;
  const { data } = useQuery({ ...avatarQuery, enabled: hasOne });
  return useObjectUrl(hasOne ? data : null);
}
