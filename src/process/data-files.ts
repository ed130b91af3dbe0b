import { join } from 'node:path';
import type { Settings } from '../config.ts';

export const STORE_NAME = 'adhelm.sqlite';

export function storeFile(settings: Settings): string {
  return join(settings.data, STORE_NAME);
}

export function sandboxFile(settings: Settings): string {
  return join(settings.data, 'sandbox.sqlite');
}

/** Where the workspaces keep what is files. */
export function filesFolder(settings: Settings): string {
  return join(settings.data, 'workspaces');
}

/** Where one workspace's spreadsheets are files: all there is of them, or copies of what the store holds. */
export function sheetsFolder(settings: Settings, workspaceId: string): string {
  return join(filesFolder(settings), workspaceId, 'sheets');
}
