import type { Complaints } from '../mutate/session.ts';
import type { Doc, Value } from '../state.ts';

const FINAL_URL_BYTES_MAX = 2_084;
const CUSTOM_PARAMETERS_MAX = 8;
/** Any of these stands for the landing page. */
const LANDING_PAGE_TAG = /\{(lpurl|escapedlpurl|unescapedlpurl|lpurlpath)(\+\d)?\}/i;

export function checkUrls(urls: Value, complaints: Complaints, field: string, bytesMax = FINAL_URL_BYTES_MAX): void {
  for (const [i, url] of (Array.isArray(urls) ? urls : []).entries())
    checkUrl(String(url), complaints, `${field}[${i}]`, bytesMax);
}

function checkUrl(text: string, complaints: Complaints, at: string, bytesMax: number): void {
  const fail = (code: `${string}.${string}`, message: string) => complaints.add(code, message, at, { trigger: text });
  if (Buffer.byteLength(text) > bytesMax) fail('stringLengthError.TOO_LONG', `At most ${bytesMax} bytes.`);
  else if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text))
    fail('urlFieldError.MISSING_PROTOCOL_IN_FINAL_URL', 'The URL has no protocol.');
  else if (!URL.canParse(text) || !/^https?:\/\//i.test(text))
    fail('urlFieldError.INVALID_FINAL_URL', 'The URL is not valid.');
  else if (!new URL(text).hostname.includes('.'))
    fail('urlFieldError.MISSING_HOST_IN_FINAL_URL', 'The URL has no host.');
  else if (!/(\.[a-z]{2,63}|\.xn--[a-z0-9-]+|^[\d.]+)$/i.test(new URL(text).hostname))
    fail('urlFieldError.INVALID_TLD_IN_FINAL_URL', 'The URL has no valid top-level domain.');
}

/** How clicks are followed: a template, a suffix, and parameters of one's own. */
export function checkTracking(doc: Doc, complaints: Complaints, prefix = ''): void {
  const fail = (code: string, message: string, field: string, trigger: string) =>
    complaints.add(`urlFieldError.${code}`, message, `${prefix}${field}`, { trigger });
  const template = doc.tracking_url_template;
  if (typeof template === 'string' && template !== '') {
    if (!LANDING_PAGE_TAG.test(template))
      fail('MISSING_TRACKING_URL_TEMPLATE_TAG', 'It names no landing page.', 'tracking_url_template', template);
    if (!/^(https?:\/\/|\{(un)?lpurl)/i.test(template))
      fail('MISSING_PROTOCOL_IN_TRACKING_URL_TEMPLATE', 'It has no protocol.', 'tracking_url_template', template);
  }
  const suffix = doc.final_url_suffix;
  if (typeof suffix === 'string' && suffix !== '' && !/^[^?&#\s=][^?#\s]*$/.test(suffix))
    fail('FINAL_URL_SUFFIX_MALFORMED', 'It is no list of parameters.', 'final_url_suffix', suffix);
  const parameters = (Array.isArray(doc.url_custom_parameters) ? doc.url_custom_parameters : []) as Doc[];
  if (parameters.length > CUSTOM_PARAMETERS_MAX)
    complaints.add(
      'urlFieldError.URL_CUSTOM_PARAMETERS_COUNT_EXCEEDS_LIMIT',
      `At most ${CUSTOM_PARAMETERS_MAX} custom parameters.`,
      `${prefix}url_custom_parameters`,
    );
  for (const [i, { key }] of parameters.entries())
    if (!/^[a-z0-9]{1,16}$/i.test(String(key ?? '')))
      fail(
        'URL_CUSTOM_PARAMETER_KEY_INVALID',
        'A key is 1 to 16 letters and digits.',
        `url_custom_parameters[${i}].key`,
        String(key),
      );
}
