/** The channels' own reports, each with the argument its account is named by. */
const OWN: Readonly<Record<string, { tool: string; account: string }>> = {
  social: { tool: 'get_social_insights', account: 'account_id' },
  search: { tool: 'get_campaign_performance', account: 'customer_id' },
  professional: { tool: 'get_analytics', account: 'account_id' },
  video: { tool: 'get_report', account: 'advertiser_id' },
};

/** Platforms are far away: what the sandbox on the same machine answers at once takes them about this long. */
const PLATFORM_MS = 500;

/**
 * One report over four channels, first 100 campaigns of 30 days, against the slowest of the same four asked one by one:
 * the median over rounds in one run.
 */
export async function reportOfSlowest(
  service: { url: string; key: string; sandbox: string },
  rounds: number,
): Promise<number> {
  const { accounts } = await call(service, 'workspace', 'list_accounts', {});
  const configured: { channel: string; id: string }[] = accounts.filter(
    (one: { configured: boolean }) => one.configured,
  );
  for (const { channel } of configured)
    await control(service, 'POST', { platform: channel, kind: 'latency', ms: PLATFORM_MS, times: 1_000_000 });
  const question = { date_range: 'LAST_30_DAYS', limit: 100 };
  const named = configured.map(({ channel, id }) => `${channel}:${id}`);
  const all = () => call(service, 'workspace', 'report', { ...question, accounts: named, fresh: true });
  const own = ({ channel, id }: { channel: string; id: string }) =>
    call(service, channel, OWN[channel]!.tool, { ...question, [OWN[channel]!.account]: id });
  try {
    await all();
    const ratios: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const times: number[] = [];
      for (const one of configured) times.push(await took(() => own(one)));
      ratios.push((await took(all)) / Math.max(...times));
    }
    return ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? 0;
  } finally {
    await control(service, 'DELETE');
  }
}

async function took(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function call(
  { url, key }: { url: string; key: string },
  channel: string,
  name: string,
  args: object,
  // biome-ignore lint/suspicious/noExplicitAny: results of any tool
): Promise<any> {
  const reply = await fetch(`${url}/${channel}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: '1', method: 'tools/call', params: { name, arguments: args } }),
  });
  const { result } = (await reply.json()) as { result: { isError?: boolean; content: { text: string }[] } };
  if (result.isError) throw new Error(`${name}: ${result.content[0]?.text}`);
  return JSON.parse(result.content[0]!.text);
}

async function control({ sandbox }: { sandbox: string }, method: string, body?: object): Promise<void> {
  const json = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const reply = await fetch(`${sandbox}/faults`, { method, ...json });
  if (!reply.ok) throw new Error(`${method} /faults: ${await reply.text()}`);
}
