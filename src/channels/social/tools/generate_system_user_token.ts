import { z } from 'zod';
import { DAY_MS } from '../../../ambient.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id } from '../../../tools/fields.ts';
import { channel } from '../channel.ts';
import { isoTime } from '../resources/fields.ts';
import { generateToken } from '../resources/token.ts';

const SIXTY_DAYS_MS = 60 * DAY_MS;

export default defineTool(channel, {
  name: 'generate_system_user_token',
  title: 'Generate a system user token',
  description:
    'Make an access token for a system user of the business. The token is shown only in this answer: store it safely at once.',
  toolset: 'tokens',
  access: 'write',
  repeat: 'never',
  scopes: ['business_management'],
  account: false,
  input: z.strictObject({
    system_user_id: Id.describe('From list_system_users'),
    scopes: z
      .array(z.string().regex(/^[a-z][a-z_]{2,60}$/, 'must be the name of a permission, such as ads_read'))
      .min(1)
      .max(30)
      .default(['ads_management'])
      .describe('Permissions of the token'),
    expiring_token: z.boolean().default(true).describe('false: no end; some businesses do not allow that'),
  }),
  output: z.object({
    access_token: z.string(),
    system_user_id: z.string(),
    expires_at: z.string().nullable().describe('null: never'),
    scopes: z.array(z.string()),
  }),
  look: () => ({ tool: 'list_system_users', arguments: {} }),
  async run({ system_user_id, scopes, expiring_token }, { client, now }) {
    const { access_token, facts } = await generateToken(client, system_user_id, { scopes, expiring: expiring_token });
    const usual = expiring_token ? new Date(now() + SIXTY_DAYS_MS).toISOString() : null;
    return {
      access_token,
      system_user_id,
      expires_at: facts ? (isoTime(facts.expires_at ?? 0) ?? null) : usual,
      scopes: facts?.scopes.length ? facts.scopes : scopes,
    };
  },
});
