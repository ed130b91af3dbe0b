import type { Folder, Template, Trigger } from '../../wire.ts';
import type { Contents } from '../containers/contents.ts';
import { BUILT_IN_TRIGGERS } from './built-ins.ts';

/** What the ids in a container stand for. */
export interface Names {
  /** Built-in triggers too; a trigger that is gone is named by its id. */
  triggerName(id: string): string;
  triggerOf(id: string): Trigger | undefined;
  folderOf(id: string | undefined): Folder | undefined;
  /** The template behind a type such as `cvt_123_4`. */
  templateOf(type: string): Template | undefined;
}

export function namesIn({ triggers, folders, templates }: Contents): Names {
  const byTrigger = new Map(triggers.map((trigger) => [trigger.triggerId, trigger]));
  const byFolder = new Map(folders.map((folder) => [folder.folderId, folder]));
  const byType = new Map(templates.flatMap((template) => templateTypes(template).map((type) => [type, template])));
  return {
    triggerName: (id) => byTrigger.get(id)?.name ?? BUILT_IN_TRIGGERS[id] ?? `trigger ${id}, which is not there`,
    triggerOf: (id) => byTrigger.get(id),
    folderOf: (id) => (id === undefined ? undefined : byFolder.get(id)),
    templateOf: (type) => byType.get(type),
  };
}

/** Tags and variables of a template have one of these types. */
export function templateTypes({ containerId, templateId, galleryReference }: Template): string[] {
  const gallery = galleryReference?.galleryTemplateId;
  return [`cvt_${containerId}_${templateId}`, ...(gallery ? [`cvt_${gallery}`] : [])];
}
