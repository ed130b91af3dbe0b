import { ownDraft } from '../../../src/channels/tags/resources/draft.testing.ts';
import type { Sandboxed } from '../../sandboxed.ts';
import { type Any, type Examples, fresh, once } from './example.ts';

/** More than the platform takes in a minute is asked here; time is let pass instead of waiting. */
const MINUTE_MS = 60_000;

const draft = once(ownDraft);
const where = async (sandbox: Sandboxed) => {
  await sandbox.passTime(MINUTE_MS);
  return { container_id: '7001', tag_workspace_id: await draft(sandbox) };
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
  create_trigger: async (sandbox) => ({ ...(await where(sandbox)), ...ownEvent() }),
  create_variable: async (sandbox) => ({ ...(await where(sandbox)), ...constant() }),
  delete_tag_object: async (sandbox) => {
    const { variable_id } = await newVariable(sandbox);
    return { ...(await where(sandbox)), kind: 'variable', id: variable_id };
  },
  revert_tag_object: async (sandbox) => {
    const { variable_id } = await newVariable(sandbox);
    return { ...(await where(sandbox)), kind: 'variable', id: variable_id };
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
