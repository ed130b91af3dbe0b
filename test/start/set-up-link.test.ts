import { expect, test } from 'vitest';
import { Browser, PASSWORD } from '../web/browser.ts';
import { adhelm, serve } from './command-line.ts';
import { dataFolder } from './data-folder.ts';

const folder = dataFolder();

const LINK = /\S+\/set-up\?link=(\w+)/;

async function linkPrinted(work: (browser: Browser, link: string | undefined) => Promise<void>): Promise<void> {
  const service = await serve(folder.path);
  try {
    await work(new Browser(service.url), LINK.exec(service.stdout())?.[1]);
  } finally {
    await service.stop();
  }
}

test('a first start prints a link that lets one owner in; there is no way in without it', async () => {
  await linkPrinted(async (browser, link) => {
    expect(link).toMatch(/^\w{40}$/);
    expect((await browser.fetch('/api/trpc/session.me')).status).toBe(401);
    const account = {
      name: 'Example Owner',
      email: 'owner@acme.example',
      password: PASSWORD,
      organization: 'Acme Group',
    };
    await expect(browser.api.session.setUp.mutate({ ...account, link: 'x'.repeat(40) })).rejects.toThrow('not valid');
    await browser.api.session.setUp.mutate({ ...account, link: link! });
    const me = await browser.api.session.me.query();
    expect(me).toMatchObject({ organization: { name: 'Acme Group', role: 'owner' }, hasSandbox: true });
  });
});

test('a second start prints none, and adhelm user link makes another', async () => {
  await linkPrinted(async (browser, link) => {
    expect(link).toBeUndefined();
    const { stdout } = await adhelm(['user', 'link', '--email', 'Kim@Acme.example', '--data', folder.path]);
    const [, address, secret = ''] = new RegExp(`(${LINK.source})`).exec(stdout) ?? [];
    expect(address).toContain(browser.url);
    expect(await browser.api.session.setUpState.query({ link: secret })).toMatchObject({
      valid: true,
      first: false,
      email: 'kim@acme.example',
    });
    const account = { link: secret, name: 'Kim', password: PASSWORD };
    await expect(browser.api.session.setUp.mutate({ ...account, email: 'else@acme.example' })).rejects.toThrow(
      'made for',
    );
    await browser.api.session.setUp.mutate({ ...account, email: 'kim@acme.example' });
    expect((await browser.api.session.me.query()).organization.role).toBe('owner');
  });
});
