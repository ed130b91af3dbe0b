import { rulesOf } from '../../coverage.ts';

export const rules = [...rulesOf('call', '1 enforced Each call wants a scope of its own.')];
