import { CONTAINER, KEPT_DRAFT, outside } from '../../../src/channels/tags/resources/containers/draft.testing.ts';
import type { Sandboxed } from '../../sandboxed.ts';
import { type Any, type Examples, fresh, once } from './example.ts';

const container_id = CONTAINER;

/** The platform takes fifteen requests a minute: what an example needed is not counted against the call that it is for. */
async function rested<T>(sandbox: Sandboxed, made: T): Promise<T> {
  await sandbox.passTime(60_000);
  return made;
}

const draft = once((sandbox) => outside(sandbox).draft(KEPT_DRAFT));
const where = async (sandbox: Sandboxed) => rested(sandbox, { container_id, tag_workspace_id: await draft(sandbox) });
/** A version ends its draft, so that each gets one of its own. */
const changedDraft = async (sandbox: Sandboxed) => {
  const tag_workspace_id = await outside(sandbox).draft(fresh('Draft'));
  await outside(sandbox).addTag(tag_workspace_id, { name: fresh('Tag') });
  return { container_id, tag_workspace_id };
};
const saved = async (sandbox: Sandboxed): Promise<string> => {
  const { tag_workspace_id } = await changedDraft(sandbox);
  return (await outside(sandbox).save(tag_workspace_id, fresh('Version'))).containerVersionId;
};
const published = async (sandbox: Sandboxed): Promise<void> => {
  const args = await rested(sandbox, { container_id, version_id: await saved(sandbox) });
  await sandbox.call('publish_version', args);
};

const newVariable = async (sandbox: Sandboxed): Promise<Any> =>
  (await sandbox.call('create_variable', { ...(await where(sandbox)), ...constant() })).variable;
const constant = () => ({ name: fresh('Constant'), type: 'c', parameters: { value: fresh('value') } });
const pixel = () => ({ name: fresh('Pixel'), type: 'img', parameters: { url: 'https://pixel.example/' } });
const ownEvent = () => ({ name: fresh('Own event'), type: 'customEvent', event: fresh('event') });

const tag = once(
  async (sandbox): Promise<string> =>
    (await sandbox.call('create_tag', { ...(await where(sandbox)), ...pixel() })).tag.tag_id,
);
const trigger = once(
  async (sandbox): Promise<string> =>
    (await sandbox.call('create_trigger', { ...(await where(sandbox)), ...ownEvent() })).trigger.trigger_id,
);
const variable = once(async (sandbox): Promise<string> => (await newVariable(sandbox)).variable_id);

export const examples: Examples = {
  create_conversion_tag: async (sandbox) => ({
    ...(await where(sandbox)),
    platforms: [{ platform: 'search', destination: `AW-123456789/${fresh('label').replace(' ', '-')}` }],
    event: 'lead',
    fires_on: { own_event: fresh('lead') },
  }),
  create_tag: async (sandbox) => ({ ...(await where(sandbox)), ...pixel() }),
  create_tag_workspace: async (sandbox) => {
    await outside(sandbox).room();
    return rested(sandbox, { container_id, name: fresh('Draft') });
  },
  create_trigger: async (sandbox) => ({ ...(await where(sandbox)), ...ownEvent() }),
  create_variable: async (sandbox) => ({ ...(await where(sandbox)), ...constant() }),
  create_version: async (sandbox) => rested(sandbox, { ...(await changedDraft(sandbox)), name: fresh('Version') }),
  delete_tag_object: async (sandbox) => {
    const { variable_id } = await newVariable(sandbox);
    return { ...(await where(sandbox)), kind: 'variable', id: variable_id };
  },
  publish_version: async (sandbox) => rested(sandbox, { container_id, version_id: await saved(sandbox) }),
  revert_tag_object: async (sandbox) => {
    const { variable_id } = await newVariable(sandbox);
    return { ...(await where(sandbox)), kind: 'variable', id: variable_id };
  },
  roll_back: async (sandbox) => {
    await published(sandbox);
    return rested(sandbox, { container_id });
  },
  update_tag: async (sandbox) => ({
    ...{ tag_id: await tag(sandbox), notes: fresh('Note'), parameters: { cacheBusterQueryParam: fresh('q') } },
    ...(await where(sandbox)),
  }),
  update_trigger: async (sandbox) => ({
    ...{ trigger_id: await trigger(sandbox), event: fresh('event'), notes: fresh('Note') },
    ...(await where(sandbox)),
  }),
  update_variable: async (sandbox) => ({
    ...{ variable_id: await variable(sandbox), name: fresh('Constant'), folder: 'Conversions' },
    ...(await where(sandbox)),
  }),
};
