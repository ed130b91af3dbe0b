import { z } from 'zod';
import { invalidArguments } from '../../../errors.ts';
import type { SearchClient } from '../client.ts';
import { IMAGE_BYTES_MAX, type ImageFacts, inspectImage } from './image-file.ts';

const DATA = /^data:image\/(?:png|jpeg|gif);base64,([A-Za-z0-9+/]+={0,2})$/;
const isPublic = (address: string) =>
  address.length <= 2048 && /^https:\/\/[^\s\p{Cc}]+$/iu.test(address) && Boolean(URL.parse(address)?.hostname);

/** A picture as callers have it: where it lies, or the file itself. */
export const PictureAddress = z
  .string()
  .refine(
    (address) => DATA.test(address) || isPublic(address),
    'must be a public https address, such as https://example.com/picture.png, or the file as data:image/png;base64,…',
  );

export interface Picture extends ImageFacts {
  file: Buffer;
}

/** The platform takes bytes only, so an address is fetched. `field` is what the caller gave it as. */
export async function readPicture(client: SearchClient, address: string, field: string): Promise<Picture> {
  const unusable = (message: string) => invalidArguments([{ field, message }]);
  const given = DATA.exec(address)?.[1];
  const reply = given === undefined && (await client.fetchImage(address, { bytesMax: IMAGE_BYTES_MAX, field }));
  if (reply && reply.status !== 200) throw unusable(`leads to HTTP ${reply.status} instead of a picture`);
  const file = reply ? reply.body : Buffer.from(given ?? '', 'base64');
  const facts = inspectImage(file);
  if (typeof facts === 'string') throw unusable(`${reply ? 'leads to' : 'is'} a file that ${facts}`);
  return { ...facts, file };
}
