import { unlessAborted } from '../event-loop/abortable-wait.ts';
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
  /** Rejects with the signal's reason when that comes first. */
  send(mail: Mail, signal: AbortSignal): Promise<Pick<Attempt, 'status' | 'error'>>;
}

const TIMEOUT_MS = 15_000;

/** Mails by the operator's SMTP server; undefined where none is configured. Its package is loaded with the first mail. */
export function mailerOf({ smtpUrl, mailFrom }: { smtpUrl: string; mailFrom: string }): Mailer | undefined {
  if (smtpUrl === '' || mailFrom === '') return undefined;
  return {
    async send(mail, signal) {
      const transport = await openTransport(smtpUrl);
      // Else a server that hangs would keep a service that stops from ending.
      const cut = () => transport.close({ force: true });
      signal.addEventListener('abort', cut);
      try {
        await unlessAborted(transport.sendMail(messageOf(mail, mailFrom)), signal);
        return { status: 250 };
      } catch (error) {
        signal.throwIfAborted();
        const { responseCode, code } = error as { responseCode?: number; code?: string };
        const why = responseCode ?? code;
        return {
          ...(responseCode !== undefined && { status: responseCode }),
          error: `The mail server did not take it${why === undefined ? '' : ` (${why})`}.`,
        };
      } finally {
        signal.removeEventListener('abort', cut);
        cut();
      }
    },
  };
}

/** A pool of one connection, for one mail: only a pool can be closed while it sends. */
async function openTransport(smtpUrl: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 1,
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
