import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { AVATAR_TYPES } from "@/lib/constants/profile";
import { avatarQuery, profileQuery } from "./queries";

const SIDE_PX = 256;

/** What the chooser of files offers. */
export const PICTURE_ACCEPT = AVATAR_TYPES.join(",");

/**
 * Cuts the middle square out of a picture and makes it small: photos of any size can be chosen, and where
 * they were taken stays out of what is sent.
 * @throws Error with a message for the user when the file is not a picture.
 */
export async function toAvatar(file: Blob): Promise<Blob> {
  const image = await decode(file);
  const side = Math.min(image.width, image.height);
  const canvas = document.createElement("canvas");
  canvas.width = SIDE_PX;
  canvas.height = SIDE_PX;
  const context = canvas.getContext("2d");
  context?.drawImage(
    image,
    (image.width - side) / 2,
    (image.height - side) / 2,
    side,
    side,
    0,
    0,
    SIDE_PX,
    SIDE_PX,
  );
  image.close();
  // PNG keeps what is transparent, and is what every browser can write.
  const small = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!small) throw notUsable();
  return small;
}

async function decode(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file);
  } catch (error) {
    throw notUsable(error);
  }
}

function notUsable(cause?: unknown): Error {
  return new Error("Choose a PNG, JPEG or WebP picture", { cause });
}

/** The file in Base64, as the API takes it. */
export function toBase64(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

/** An address of this page for a file in memory, given back when it is no longer shown. */
export function useObjectUrl(file: Blob | null | undefined): string | undefined {
  const [made, setMade] = useState<{ file: Blob; url: string }>();
  useEffect(() => {
    if (!file) return;
    const url = URL.createObjectURL(file);
    setMade({ file, url });
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return file && made?.file === file ? made.url : undefined;
}

/** The URL of the user's own picture; undefined without one. */
export function useOwnPicture(): string | undefined {
  const hasOne = useQuery(profileQuery).data?.has_avatar === true;
  const { data } = useQuery({ ...avatarQuery, enabled: hasOne });
  return useObjectUrl(hasOne ? data : null);
}
