import type { Transporter } from 'nodemailer';
import type { Attempt } from './retry-schedule.ts';

interface Mail {
  to: string;
  /** The same over all attempts, so that mail programs show a repeated mail once. */
  messageId: string;
  words: Readonly<{ title: string; text: string }>;
  link: string | undefined;
  attachments: readonly { name: string; type: string; data: Uint8Array }[];
}

export interface Mailer {
  send(mail: Mail): Promise<Pick<Attempt, 'status' | 'error'>>;
}

const TIMEOUT_MS = 15_000;

/** Mails by the operator's SMTP server; undefined where none is configured. Its package is loaded with the first mail. */
export function mailerOf({ smtpUrl, mailFrom }: { smtpUrl: string; mailFrom: string }): Mailer | undefined {
  if (smtpUrl === '' || mailFrom === '') return undefined;
  let transport: Promise<Transporter> | undefined;
  return {
    async send(mail) {
      transport ??= openTransport(smtpUrl);
      try {
        await (await transport).sendMail(messageOf(mail, mailFrom));
        return { status: 250 };
      } catch (error) {
        const { responseCode, code } = error as { responseCode?: number; code?: string };
        const why = responseCode ?? code;
        return {
          ...(responseCode !== undefined && { status: responseCode }),
          error: `The mail server did not take it${why === undefined ? '' : ` (${why})`}.`,
        };
      }
    },
  };
}

async function openTransport(smtpUrl: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** No text of ours or of a platform becomes a header but the subject, and that is one line. */
function messageOf({ to, messageId, words, link, attachments }: Mail, from: string) {
  const subject = words.title.replace(/\p{Cc}+/gu, ' ').trim();
  return {
    from,
    to: { name: '', address: to },
    subject,
    messageId: `<${messageId.replace(/[^\w.-]/g, '_')}@adhelm>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    text: [words.text, ...(link === undefined ? [] : ['', link])].join('\n'),
    html: htmlOf(subject, words.text, link),
    attachments: attachments.map(({ name, type, data }) => ({
      filename: name.replace(/[\p{Cc}/\\]+/gu, '_'),
      contentType: /^[\w.+-]+\/[\w.+-]+(; ?charset=[\w-]+)?$/.test(type) ? type : 'application/octet-stream',
      content: Buffer.from(data),
    })),
  };
}

function htmlOf(title: string, text: string, link: string | undefined): string {
  const lines = escaped(text).split('\n').join('<br>');
  const button = link === undefined ? '' : `<p><a href="${escaped(link)}">Open in Adhelm</a></p>`;
  return `<!doctype html><html><body style="font-family:sans-serif"><h2>${escaped(title)}</h2><p>${lines}</p>${button}</body></html>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
