import { asNamed, quoted } from '../../resources/objects/container-view.ts';
import { plainOf } from '../../resources/objects/parameters.ts';
import type { Tag } from '../../wire.ts';
import type { AuditFinding } from './finding.ts';

const ADDRESS = /\b(https?):\/\/([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,6})/gi;
const PROTOCOL_RELATIVE = /["'(]\/\/([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,6})/gi;
const INSECURE =
  /<(?:script|iframe)\b[^<>]{0,500}?\ssrc\s{0,5}=\s{0,5}["']?http:\/\/|\.src\s{0,5}=\s{0,5}["']http:\/\//i;
const HOSTS_MAX = 8;

/** What custom HTML loads, and what in it harms a page. */
export function htmlFindings(tag: Tag): AuditFinding[] {
  if (tag.type !== 'html') return [];
  const { html: given = '', supportDocumentWrite } = plainOf(tag.parameter);
  const html = String(given);
  const [named, told] = [asNamed(tag), quoted(tag)];
  const found: AuditFinding[] = [];
  if (INSECURE.test(html))
    found.push({
      severity: 'medium',
      kind: 'insecure_script',
      what: `The tag ${told} loads a script or frame over http://, which browsers block on secure pages.`,
      objects: [named],
      mend: 'Whether the host also answers over https:// is not known here: update_tag changes the parameter html.',
    });
  if (/\bdocument\.write(?:ln)?\s{0,5}\(/.test(html))
    found.push({
      severity: 'medium',
      kind: 'document_write',
      what: `The tag ${told} calls document.write, which ${supportDocumentWrite === true ? 'holds up the page' : 'can wipe out a page that has loaded'}.`,
      objects: [named],
      mend: 'What the code should do instead is for whoever wrote it: update_tag changes the parameter html.',
    });
  const hosts = hostsIn(html);
  const shown = hosts.slice(0, HOSTS_MAX).join(', ');
  const more = hosts.length > HOSTS_MAX ? ` and ${hosts.length - HOSTS_MAX} more` : '';
  found.push({
    severity: 'low',
    kind: 'custom_html',
    what: `The tag ${told} is custom HTML of ${Buffer.byteLength(html)} bytes that ${hosts.length === 0 ? 'names no other host' : `names ${shown}${more}`}.`,
    objects: [named],
    mend: 'It is code on your website: read it whole (get_container shows it), and keep it only if you trust it.',
  });
  return found;
}

function hostsIn(html: string): string[] {
  const hosts = [
    ...[...html.matchAll(ADDRESS)].map(([, , host = '']) => host),
    ...[...html.matchAll(PROTOCOL_RELATIVE)].map(([, host = '']) => host),
  ];
  return [...new Set(hosts.map((host) => host.toLowerCase()))].sort();
}
