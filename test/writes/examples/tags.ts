import { CONTAINER, KEPT_DRAFT, outside } from '../../../src/channels/tags/resources/drafting.testing.ts';
import type { Sandboxed } from '../../sandboxed.ts';
import { type Examples, fresh, once } from './example.ts';

const container_id = CONTAINER;

/** The platform takes fifteen requests a minute: what an example needed is not counted against the call that it is for. */
async function rested<T>(sandbox: Sandboxed, made: T): Promise<T> {
  await sandbox.passTime(60_000);
  return made;
}

const draft = once(async (sandbox) => ({
  container_id,
  tag_workspace_id: await outside(sandbox).draft(KEPT_DRAFT),
}));
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

const constant = () => ({ name: fresh('Constant'), type: 'c', parameters: { value: fresh('value') } });
const newVariable = async (sandbox: Sandboxed): Promise<string> => {
  const args = await rested(sandbox, { ...(await draft(sandbox)), ...constant() });
  return (await sandbox.call('create_variable', args)).variable.variable_id;
};
const variable = once(newVariable);
const trigger = once(async (sandbox): Promise<string> => {
  const args = { ...(await draft(sandbox)), name: fresh('Trigger'), type: 'customEvent', event: fresh('event') };
  return (await sandbox.call('create_trigger', await rested(sandbox, args))).trigger.trigger_id;
});
const tag = once(async (sandbox): Promise<string> => {
  const parameters = { url: 'https://pixel.example/b' };
  const args = { ...(await draft(sandbox)), name: fresh('Pixel'), type: 'img', parameters };
  return (await sandbox.call('create_tag', await rested(sandbox, args))).tag.tag_id;
});

export const examples: Examples = {
  create_conversion_tag: async (sandbox) =>
    rested(sandbox, {
      ...(await draft(sandbox)),
      platforms: [{ platform: 'search', destination: `AW-123456789/${fresh('label').replace(' ', '-')}` }],
      event: 'lead',
      fires_on: { own_event: fresh('lead') },
    }),
  create_tag: async (sandbox) =>
    rested(sandbox, {
      ...(await draft(sandbox)),
      name: fresh('Pixel'),
      type: 'img',
      parameters: { url: 'https://pixel.example/a' },
    }),
  create_tag_workspace: async (sandbox) => {
    await outside(sandbox).room();
    return rested(sandbox, { container_id, name: fresh('Draft') });
  },
  create_trigger: async (sandbox) =>
    rested(sandbox, { ...(await draft(sandbox)), name: fresh('Trigger'), type: 'pageview' }),
  create_variable: async (sandbox) =>
    rested(sandbox, { ...(await draft(sandbox)), name: fresh('Variable'), type: 'c', parameters: { value: 'x' } }),
  create_version: async (sandbox) => rested(sandbox, { ...(await changedDraft(sandbox)), name: fresh('Version') }),
  delete_tag_object: async (sandbox) =>
    rested(sandbox, { ...(await draft(sandbox)), kind: 'variable', id: await newVariable(sandbox) }),
  publish_version: async (sandbox) => rested(sandbox, { container_id, version_id: await saved(sandbox) }),
  revert_tag_object: async (sandbox) =>
    rested(sandbox, { ...(await draft(sandbox)), kind: 'variable', id: await newVariable(sandbox) }),
  roll_back: async (sandbox) => {
    await published(sandbox);
    return rested(sandbox, { container_id });
  },
  update_tag: async (sandbox) =>
    rested(sandbox, {
      ...{ ...(await draft(sandbox)), tag_id: await tag(sandbox), notes: fresh('Note') },
      parameters: { cacheBusterQueryParam: fresh('q') },
    }),
  update_trigger: async (sandbox) =>
    rested(sandbox, {
      ...{ ...(await draft(sandbox)), trigger_id: await trigger(sandbox) },
      ...{ event: fresh('event'), notes: fresh('Note'), settings: { limit: fresh('') } },
    }),
  update_variable: async (sandbox) =>
    rested(sandbox, {
      ...{ ...(await draft(sandbox)), variable_id: await variable(sandbox) },
      ...{ name: fresh('Constant'), folder: 'Conversions' },
    }),
};
