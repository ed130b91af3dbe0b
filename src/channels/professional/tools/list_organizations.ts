import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { readAs } from '../../../upstream/reading.ts';
import { channel } from '../channel.ts';
import { idIn } from '../resources/fields.ts';
import { Batch, OrganizationRole, WireOrganization } from '../wire.ts';

export default defineTool(channel, {
  name: 'list_organizations',
  title: 'List organizations',
  description: 'Pages the connected member has a role on; id goes into associated_entity and organization_id.',
  toolset: 'accounts',
  access: 'read',
  repeat: 'safe',
  account: false,
  input: z.strictObject({}),
  output: z.object({
    organizations: z.array(
      z.object({
        id: z.string(),
        urn: z.string(),
        name: z.string(),
        vanity_name: z.string().optional(),
        role: z.string(),
        can_post: z.boolean().describe('Whether ads can be posted in its name'),
      }),
    ),
  }),
  async run(_, { client }) {
    const roles = await client.every('/organizationAcls', OrganizationRole, { q: 'roleAssignee' });
    if (roles.length === 0) return { organizations: [] };
    const ids = [...new Set(roles.map(({ organization }) => idIn(organization)))];
    const { results } = await client.get('/organizations', Batch, { ids });
    return {
      organizations: roles.map(({ organization, role }) => {
        const id = idIn(organization);
        const { localizedName, vanityName } = readAs(WireOrganization, results[id] ?? {}, 'professional');
        return withoutUnset({
          id,
          urn: organization,
          name: localizedName,
          vanity_name: vanityName,
          role,
          can_post: POSTING.includes(role),
        });
      }),
    };
  },
});

const POSTING = ['ADMINISTRATOR', 'CONTENT_ADMINISTRATOR', 'DIRECT_SPONSORED_CONTENT_POSTER'];
