import { type InfiniteData, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  notificationCountQuery,
  notificationKeys,
  notificationsQuery,
} from "@/components/notifications/queries";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { notificationList, readNotifications } from "@/lib/contracts/notifications";

type Pages = InfiniteData<ResponseOf<typeof notificationList>, string>;

/** Marks some as read, or all: here at once, and on the server. */
export function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof readNotifications>) =>
      call("POST /notifications/read/", { body }),
    onMutate: async ({ ids }) => {
      await client.cancelQueries({ queryKey: notificationKeys.list });
      client.setQueryData<Pages>(notificationsQuery.queryKey, (pages) => {
        return pages && markIn(pages, (id) => ids === undefined || ids.includes(id));
      });
    },
    onSuccess: ({ unread }) => {
      client.setQueryData(notificationCountQuery.queryKey, (count) => {
        return count && { ...count, unread, ...(unread === 0 && { newest_at: null }) };
      });
    },
    onError: (error) => {
      toast.error("Couldn't mark as read", { description: error.message });
      return client.invalidateQueries({ queryKey: notificationKeys.list });
    },
  });
}

function markIn(pages: Pages, isMeant: (id: string) => boolean): Pages {
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      notifications: page.notifications.map((each) =>
        isMeant(each.id) ? { ...each, read: true } : each,
      ),
    })),
  };
}
