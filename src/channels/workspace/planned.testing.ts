import { sandboxed } from '../../../test/sandboxed.ts';

/** A platform to plan changes for. */
export const sandbox = sandboxed('social');

let names = 0;

/** The plan of a new name for a campaign. */
export async function planned() {
  const [{ id: campaign_id }] = (await sandbox.call('list_social_campaigns', { limit: 1 })).campaigns;
  const name = `Planned ${++names}`;
  return (await sandbox.call('update_social_campaign', { campaign_id, name, preview: true })).plan;
}

export function workspace(tool: string, args: Record<string, unknown> = {}) {
  return sandbox.service().call('workspace', tool, args);
}
