type Words = Readonly<{ title: string; text: string }>;

/** Slack cuts sections at 3,000 characters. */
const SLACK_TEXT_MAX = 2_900;
/** Teams takes a card of 28 kB. */
const TEAMS_TEXT_MAX = 6_000;
const TEAMS_LINES_MAX = 60;

/**
 * A message for an incoming webhook of Slack. Blocks hold plain text, in which nothing is a mention or a link; the text beside them,
 * for notifications, is escaped as Slack asks.
 */
export function slackMessage({ title, text }: Words, link: string | undefined) {
  return {
    text: slackEscaped(title),
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: 'header', text: plain(title, 150) },
      ...(text === '' ? [] : [{ type: 'section', text: plain(text, SLACK_TEXT_MAX) }]),
      ...(link === undefined
        ? []
        : [{ type: 'actions', elements: [{ type: 'button', text: plain('Open in Adhelm', 75), url: link }] }]),
    ],
  };
}

function plain(text: string, charactersMax: number) {
  return { type: 'plain_text', text: cut(text, charactersMax) || ' ', emoji: false };
}

/** `&`, `<` and `>` are all of Slack's control characters. */
function slackEscaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * A message for the workflow "Send webhook alerts to a channel" of Teams: an Adaptive Card as attachment. Text runs are not read as
 * Markdown, and without `msteams.entities` it mentions no person.
 */
export function teamsMessage({ title, text }: Words, link: string | undefined) {
  const runs = (words: string, style: object = {}) => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text: words, ...style }],
  });
  return {
    type: 'message',
    summary: title,
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          msteams: { width: 'Full' },
          body: [
            runs(title, { size: 'Medium', weight: 'Bolder' }),
            ...(text === ''
              ? []
              : cut(text, TEAMS_TEXT_MAX)
                  .split('\n')
                  .slice(0, TEAMS_LINES_MAX)
                  .map((line) => runs(line || ' '))),
          ],
          actions: link === undefined ? [] : [{ type: 'Action.OpenUrl', title: 'Open in Adhelm', url: link }],
        },
      },
    ],
  };
}

function cut(text: string, charactersMax: number): string {
  return text.length <= charactersMax ? text : `${text.slice(0, charactersMax - 1).toWellFormed()}…`;
}
