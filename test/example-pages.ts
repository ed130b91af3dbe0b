import { resolve } from 'node:path';
import type { BrowserContext, Route } from 'playwright-core';
import { createServer } from 'vite';
import { exampleAnswer } from '../web/gallery/example-answers.ts';

export interface ExamplePages {
  address: string;
  /** Answers the API's calls of every page opened in it. */
  answer(context: BrowserContext): Promise<void>;
  close(): Promise<void>;
}

/** The pages with example data and no service behind them: served by Vite, every call of their API answered here. */
export async function serveExamplePages(): Promise<ExamplePages> {
  const server = await createServer({
    configFile: resolve(import.meta.dirname, '../web/vite.config.ts'),
    server: { port: 0 },
    logLevel: 'error',
  });
  await server.listen();
  return {
    address: server.resolvedUrls!.local[0]!.replace(/\/$/, ''),
    // Only calls of the API: the pages' own files have addresses that begin alike.
    answer: async (context) => void (await context.route(/\/api\/trpc\//, reply)),
    close: () => server.close(),
  };
}

async function reply(route: Route): Promise<void> {
  const request = route.request();
  const { pathname, searchParams } = new URL(request.url());
  const paths = pathname.replace(/^\/api\/trpc\//, '').split(',');
  const inputs = JSON.parse(request.postData() ?? searchParams.get('input') ?? '{}');
  const isBatch = searchParams.has('batch');
  const answers = paths.map((path, index) => {
    const data = exampleAnswer(path, isBatch ? inputs[index] : inputs);
    if (data !== undefined) return { result: { data } };
    const details = { code: 'NOT_FOUND', httpStatus: 404, path };
    return { error: { code: -32004, message: `No example of ${path}.`, data: details } };
  });
  await route.fulfill({ json: isBatch ? answers : answers[0] });
}
