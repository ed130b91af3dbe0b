import { expect, test } from 'vitest';
import { contentsWith, template } from '../../resources/containers/contents.testing.ts';
import { audited } from './audit.ts';
import { secretsIn } from './secrets.ts';

function kindsIn(text: string): string[] {
  const work = secretsIn(text);
  for (;;) {
    const { done, value } = work.next();
    if (done) return (value as { words: string }[]).map(({ words }) => words);
  }
}

/** Put together, so that no scanner takes this file for a leak. */
const joined = (...parts: string[]) => parts.join('');
const SECRETS: [string, string][] = [
  ['a private key', joined('-----BEGIN RSA PRIVATE', ' KEY-----\nMIIE')],
  ['a secret key of a payment service', joined('sk_', 'live_51Habc0123456789')],
  ['an access token of Google', joined('ya29', '.a0AfH6SMBx0123456789abcdef')],
  ['a client secret of Google', joined('GOC', 'SPX-abcdefghij0123456789klmn')],
  ['an access token of Meta', joined('EAA', 'B0123456789abcdefghijklmnopqrstuvwxyz')],
  ['an access key of AWS', joined('AK', 'IAIOSFODNN7ABCDEFG')],
  ['a token of GitHub', joined('gh', `p_${'a1'.repeat(18)}`)],
  ['a token of Slack', joined('xo', 'xb-123456789012-abcdefghij')],
  ['a signed token (JWT)', joined('ey', `JhbGciOiJIUzI1NiJ9.eyJ`, `zdWIiOiIxMjM0NTY3ODkwIn0.${'s1g'.repeat(10)}`)],
  ['a bearer token', `Authorization: Bearer ${'abc123.'.repeat(5)}`],
  ['a user name with its password', 'https://admin:hunter22@shop.example/feed'],
  ['a key of a Google interface', joined('AI', `za${'Sy0'.repeat(11)}ab`)],
  ['a password or secret', `{"client_secret": "a8f5f167f44f4964"}`],
  ['a password or secret', `var password = 'Tr0ub4dor&3x';`],
  ['a password or secret', `api_secret:'qWeRtY123456_-x'`],
  ['an API key', `apiKey: "0123456789abcdef0123"`],
];

test.each(SECRETS)('%s is known, wherever it stands in a long text', (words, secret) => {
  expect(kindsIn(secret)).toEqual([words]);
  // Also over the end of a piece in which texts are read.
  for (const before of [65_536 - 5, 65_536, 200_000])
    expect(kindsIn(`${' '.repeat(before)}${secret} ;`)).toEqual([words]);
});

test.each([
  `var password = document.getElementById("password").value;`,
  `apiKey: "{{Key}}"`,
  `apiKey: "YOUR-API-KEY-1"`,
  `publishableKey: 'pk_live_51Habc0123456789'`,
  `fbq('init','120210000000000187');`,
  `ttq.load('C9ABCDEF0123456789');`,
  `gtag('config','AW-123456789');gtag('event','conversion',{'send_to':'AW-123456789/AbC-D_efG12'});`,
  `<script integrity="sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC" src="https://cdn.example/a.js"></script>`,
  `<input type="password" name="password" id="password-1">`,
  `_linkedin_partner_id = "1234567";`,
  `token: 'purchase_1'`,
  `https://user@shop.example and https://shop.example:8443/a@b`,
])('%s is no secret', (text) => expect(kindsIn(text)).toEqual([]));

test('the finding names the place and the kind, never the secret', async () => {
  const secret = joined('sk_', 'live_51Habc0123456789');
  const token = `${'f3'.repeat(20)}a`;
  const { findings } = await audited(
    contentsWith({
      tag: [
        {
          tagId: '1',
          name: 'Chat',
          type: 'cvt_1_1',
          firingTriggerId: ['2147479553'],
          parameter: [template('key', secret), template('accessToken', token)],
        },
      ],
      variable: [
        {
          variableId: '1',
          name: 'Meta access token',
          type: 'c',
          parameter: [template('value', token)],
          notes: `was ${secret}`,
        },
        {
          variableId: '2',
          name: 'Uses',
          type: 'smm',
          parameter: [
            template('input', '{{Meta access token}}'),
            {
              type: 'list',
              key: 'map',
              list: [{ type: 'map', map: [template('key', '{{Uses}}'), template('value', secret)] }],
            },
          ],
        },
      ],
    }),
    { now: 0, isServer: false, connected: { channels: [], awaited: [] } },
  );
  const found = findings.filter(({ kind }) => kind === 'secret');
  expect(found.map(({ what }) => what)).toEqual([
    'There is a password or secret in plain text in the parameter accessToken of the tag “Chat”.',
    'There is a secret key of a payment service in plain text in the parameter key of the tag “Chat”.',
    'There is a password or secret in plain text in the parameter value of the variable “Meta access token”.',
    'There is a secret key of a payment service in plain text in the notes of the variable “Meta access token”.',
    'There is a secret key of a payment service in plain text in the parameter map of the variable “Uses”.',
  ]);
  expect(JSON.stringify(findings)).not.toMatch(/51Habc|f3f3/);
});

test('a server container is read by nobody, so that its secrets are where they belong', async () => {
  const tag = {
    tagId: '1',
    name: 'CAPI',
    type: 'cvt_1_1',
    firingTriggerId: ['2147479553'],
    parameter: [template('accessToken', 'f3'.repeat(20))],
  };
  const { findings } = await audited(contentsWith({ tag: [tag] }), {
    now: 0,
    isServer: true,
    connected: { channels: [], awaited: [] },
  });
  expect(findings).toEqual([]);
});
