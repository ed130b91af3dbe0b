import { realAmbient } from '../src/ambient.ts';
import { type ServiceOptions, startService } from '../src/build.ts';
import { createLog } from '../src/observe/log.ts';

/** A service without channels, with the endpoints of `rehearsal.ts` or none, on the data folder of this home. */
export function startRehearsalService(
  settings: ServiceOptions['settings'],
  home: ServiceOptions['home'],
  extraEndpoints?: ServiceOptions['extraEndpoints'],
) {
  return startService({
    settings,
    ambient: realAmbient,
    home,
    log: createLog('silent', () => {}, Date.now),
    registry: { channels: [], byAddress: new Map() },
    sandboxOrigins: () => ({}),
    ...(extraEndpoints && { extraEndpoints }),
  });
}
