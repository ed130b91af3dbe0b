import { type Given, optional, UsageError } from './command.ts';
import { runningService } from './running-service.ts';

/** Where the running service answers: as told, as it wrote down itself, or as the settings say. */
export function serviceUrl(given: Given): string {
  const told = optional(given, 'url') ?? process.env.ADHELM_URL;
  if (told !== undefined) {
    if (/^https?:/.test(told) && URL.canParse(told)) return told.replace(/\/+$/, '');
    throw new UsageError(`The address of the service is ${JSON.stringify(told)}; allowed: like http://127.0.0.1:4800.`);
  }
  const noted = runningService(given.settings);
  if (noted) return noted.url;
  const { host, port } = given.settings;
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
