import { SECOND_MS } from '../format.ts';
import type { GraphNode } from '../state.ts';

export function imageId(account: string, hash: string): string {
  return `${account.replace(/^act_/, '')}:${hash}`;
}

const PROCESSING_MS_PER_MEBIBYTE = 2 * SECOND_MS;
const PROCESSING_LEAST_MS = 20 * SECOND_MS;

export interface VideoState {
  status: 'uploading' | 'processing' | 'ready';
  progress: number;
}

/** A video is ready a while after its last byte, longer when it is bigger; all of it on the sandbox clock. */
export function videoState({ data }: GraphNode<'AdVideo'>, now: number): VideoState {
  if (data.uploaded === undefined) return { status: 'uploading', progress: 0 };
  const needed = Math.max(PROCESSING_LEAST_MS, (data.bytes / 2 ** 20) * PROCESSING_MS_PER_MEBIBYTE);
  const progress = Math.min(100, Math.floor(((now - data.uploaded) * 100) / needed));
  return { status: progress >= 100 ? 'ready' : 'processing', progress: Math.max(0, progress) };
}

export interface Picture {
  width: number;
  height: number;
}

/** Size and kind from the file's own head; undefined for what the platform would not take. */
export function readPicture(content: Buffer): Picture | undefined {
  if (content.subarray(0, 8).equals(PNG)) return { width: content.readUInt32BE(16), height: content.readUInt32BE(20) };
  if (content.subarray(0, 3).toString('latin1') === 'GIF')
    return { width: content.readUInt16LE(6), height: content.readUInt16LE(8) };
  if (content[0] === 0xff && content[1] === 0xd8) return readJpeg(content);
  return undefined;
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function readJpeg(content: Buffer): Picture | undefined {
  for (let at = 2; at + 9 < content.length && content[at] === 0xff; ) {
    const marker = content[at + 1]!;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { width: content.readUInt16BE(at + 7), height: content.readUInt16BE(at + 5) };
    at += 2 + content.readUInt16BE(at + 2);
  }
  return undefined;
}
