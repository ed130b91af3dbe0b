import { routesOf } from '../coverage.ts';
import type { Coverage, RouteCoverage } from '../emulator.ts';
import { SIGN_IN_COVERAGE } from '../google/sign-in.ts';
import { PREFIX } from './routes/dispatch.ts';
import { ROUTES } from './routes/table.ts';
import { rules } from './rules/coverage.ts';

export const served: readonly RouteCoverage[] = ROUTES.map(({ method, path }) => ({
  method,
  path: PREFIX + path,
  state: 'supported',
}));

export const absent: readonly RouteCoverage[] = routesOf(
  'absent',
  `POST /tagmanager/v2/accounts/{account}/containers/{container}:combine: joins Google tags, which the sandbox only lists
   POST /tagmanager/v2/accounts/{account}/containers/{container}:move_tag_id: moves Google tags, which the sandbox only lists`,
);

export const coverage: Coverage = { routes: [...served, ...absent, ...SIGN_IN_COVERAGE], rules };
