import { sandboxed } from '../../../test/sandboxed.ts';

/** A platform to plan changes for, for a whole test file. */
export function planning() {
  const sandbox = sandboxed('social');
  let names = 0;
  return {
    sandbox,
    /** The plan of a new name for a campaign. */
    async planned() {
      const [{ id: campaign_id }] = (await sandbox.call('list_social_campaigns', { limit: 1 })).campaigns;
      const name = `Planned ${++names}`;
      return (await sandbox.call('update_social_campaign', { campaign_id, name, preview: true })).plan;
    },
    workspace: (tool: string, args: Record<string, unknown> = {}) => sandbox.service().call('workspace', tool, args),
  };
}
