import { join } from 'node:path';
import type { Settings } from '../config.ts';

export const STORE_NAME = 'adhelm.sqlite';

export function storeFile(settings: Settings): string {
  return join(settings.data, STORE_NAME);
}

export function sandboxFile(settings: Settings): string {
  return join(settings.data, 'sandbox.sqlite');
}

/** The master key, unless it is configured. */
export function masterKeyFile(settings: Settings): string {
  return join(settings.data, 'master.key');
}

/** The folder of the workspaces' files. */
export function filesFolder(settings: Settings): string {
  return join(settings.data, 'workspaces');
}

/** The folder of one workspace's files. */
export function workspaceFolder(settings: Settings, workspaceId: string): string {
  return join(filesFolder(settings), workspaceId);
}

/** The folder of one workspace's spreadsheets: the only copy, or local copies where the store holds them. */
export function sheetsFolder(settings: Settings, workspaceId: string): string {
  return join(workspaceFolder(settings, workspaceId), 'sheets');
}

/** Files of events on their way to the platforms: they hold people, so no backup takes them along. */
export function importsFolder(settings: Settings, workspaceId: string): string {
  return join(workspaceFolder(settings, workspaceId), 'imports');
}
