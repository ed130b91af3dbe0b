import { DAY_MS } from '../src/ambient.ts';
import type { TestService } from './service.ts';

/** Sales and leads of a shop, told to every platform of Acme: some cannot be matched, one is wrong, one is sent twice. */
export async function tellOfSales({ call }: Pick<TestService, 'call'>, now: number, minuteMs = 60_000): Promise<void> {
  const ago = (minutes: number) => new Date(now - minutes * minuteMs).toISOString();
  const person = { email: 'customer@example.com', phone: '+14155550100', country: 'US' };
  const web = { source: 'web', url: 'https://acme.example/thanks', browser: { user_agent: 'Mozilla/5.0' } };
  const click = { gclid: 'Cj0example', ttclid: 'E.C.P.example', fbp: 'fb.1.1762000000000.1' };
  const sale = (id: string, minutes: number, amount: number, more: object = {}) => ({
    event: 'purchase',
    event_id: id,
    happened_at: ago(minutes),
    value: { amount, currency: 'USD' },
    ...{ person, click, ...web, consent: true },
    ...more,
  });
  const send = async (events: readonly object[]) => {
    const { isError, result } = await call('workspace', 'send_conversions', { events });
    if (isError) throw new Error(JSON.stringify(result));
  };
  await send([
    sale('ord-88405', 42, 129.9, { happened_at: new Date(now - 9 * DAY_MS).toISOString() }),
    sale('ord-88406', 41, 48),
    sale('ord-88411', 40, 62.5, { click: undefined }),
    sale('pos-20418', 39, 96, { source: 'store', url: undefined, browser: undefined, click: undefined }),
    { ...sale('L-7741', 38, 1), event: 'qualified_lead', value: undefined, source: 'crm', url: undefined },
  ]);
  await send([
    sale('ord-88412', 3, 184),
    { ...sale('news-3301', 5, 1), event: 'sign_up', value: undefined },
    sale('ord-88406', 41, 48),
  ]);
}
