import { z } from 'zod';
import { readBack, sent } from '../../../../tools/read-back.ts';
import type { TagsClient } from '../../client.ts';
import { BuiltInVariable } from '../../wire.ts';
import type { Draft } from '../containers/draft.ts';
import { builtInName } from '../objects/built-ins.ts';

const path = (draft: Draft) => `${draft.path}/built_in_variables`;

export function enabledTypes(client: TagsClient, draft: Draft): Promise<string[]> {
  return client.every(path(draft), 'builtInVariable', BuiltInVariable).then((all) => all.map(({ type }) => type));
}

/** Enables built-in variables; doing it twice is the same as once. Returns the names that are on. */
export async function enableBuiltIns(client: TagsClient, draft: Draft, types: readonly string[]): Promise<string[]> {
  await send(client, draft, types, true);
  return types.map(builtInName);
}

/** Switches them and looks; a lost answer is decided by the look. */
async function send(client: TagsClient, draft: Draft, types: readonly string[], isOn: boolean): Promise<void> {
  const open = await sent(() =>
    client.change(isOn ? 'POST' : 'DELETE', path(draft), z.unknown(), { query: { type: types } }),
  );
  const isSo = async () => {
    const enabled = await enabledTypes(client, draft);
    return types.every((type) => enabled.includes(type) === isOn) || undefined;
  };
  if (!open) await readBack(`Built-in variables were ${isOn ? 'enabled' : 'disabled'}`, isSo);
  else if (!(await isSo().catch(() => undefined))) throw open;
}

export async function disableBuiltIn(client: TagsClient, draft: Draft, type: string): Promise<true> {
  await send(client, draft, [type], false);
  return true;
}
