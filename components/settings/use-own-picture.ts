import { useQuery } from "@tanstack/react-query";
import { avatarQuery, profileQuery } from "@/components/settings/queries";
import { useObjectUrl } from "@/components/settings/use-object-url";

/** The URL of the user's own picture; undefined without one. */
export function useOwnPicture(): string | undefined {
  const hasOne = useQuery(profileQuery).data?.has_avatar === true;
  const { data } = useQuery({ ...avatarQuery, enabled: hasOne });
  return useObjectUrl(hasOne ? data : null);
}
