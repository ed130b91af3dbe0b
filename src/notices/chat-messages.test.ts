import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { slackMessage, teamsMessage } from './chat-messages.ts';
import { type NoticesScene, noticesScene } from './notices.testing.ts';

let at: NoticesScene;
beforeEach(async () => {
  at = await noticesScene();
});
afterEach(() => at.close());

const HOSTILE = {
  title: '<!channel> & <https://evil.example|x>',
  text: '[x](https://evil.example) <at>Ann</at>\n@here *b*',
};

it('Slack is sent plain text in blocks, an escaped text, and no link but ours', async () => {
  await at.add({ kind: 'slack', address: 'https://hooks.example.com/services/T1/B2/secret9876' });
  await at.happen({ words: { ...HOSTILE, path: '/alerts/al_1' } });
  await at.runDue();
  const { body, headers, path } = at.received[0]!;
  expect(path).toBe('/services/T1/B2/secret9876');
  expect(headers['webhook-signature']).toBeUndefined();
  expect(JSON.parse(body)).toEqual({
    text: '&lt;!channel&gt; &amp; &lt;https://evil.example|x&gt;',
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: HOSTILE.title, emoji: false } },
      { type: 'section', text: { type: 'plain_text', text: HOSTILE.text, emoji: false } },
      {
        type: 'actions',
        elements: [
          {
            type: 'button',
            text: { type: 'plain_text', text: 'Open in Adhelm', emoji: false },
            url: 'https://ads.example.com/alerts/al_1',
          },
        ],
      },
    ],
  });
});

it('Teams is sent an Adaptive Card of text runs, which are not read as Markdown', async () => {
  await at.add({ kind: 'teams', address: 'https://flows.example.com/workflows/1/triggers?sig=abc' });
  await at.happen({ words: { ...HOSTILE, path: '/alerts/al_1' } });
  await at.runDue();
  const message = JSON.parse(at.received[0]!.body);
  expect(message).toMatchObject({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          type: 'AdaptiveCard',
          version: '1.4',
          actions: [{ type: 'Action.OpenUrl', url: 'https://ads.example.com/alerts/al_1' }],
        },
      },
    ],
  });
  const { body, msteams } = message.attachments[0].content;
  expect(msteams).toEqual({ width: 'Full' });
  expect(body.map((block: { type: string }) => block.type)).toEqual([
    'RichTextBlock',
    'RichTextBlock',
    'RichTextBlock',
  ]);
  expect(body[1].inlines).toEqual([{ type: 'TextRun', text: '[x](https://evil.example) <at>Ann</at>' }]);
});

it.each(['//evil.example/', 'https://evil.example/', '/\\evil.example'])(
  'leads nowhere by the path %j',
  async (path) => {
    await at.add({ kind: 'slack', address: 'https://hooks.example.com/services/x' });
    await at.happen({ words: { title: 'A', text: 'b', path } });
    await at.runDue();
    expect(at.received[0]!.body).not.toContain('evil');
  },
);

it('stays within what Slack and Teams take, whatever the words', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 0, max: 30_000 }), (title, length) => {
      const words = { title, text: 'ä\n'.repeat(length) };
      const slack = slackMessage(words, 'https://ads.example.com/');
      for (const block of slack.blocks)
        if ('text' in block && block.text) expect(block.text.text.length).toBeLessThanOrEqual(3_000);
      expect(Buffer.byteLength(JSON.stringify(teamsMessage(words, undefined)))).toBeLessThan(28_000);
    }),
    { numRuns: 30 },
  );
});
