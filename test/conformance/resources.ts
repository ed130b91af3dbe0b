import type { ResourceProvider } from '../../src/pipeline/endpoint.ts';
import { PNG } from './samples.ts';

const STATIC = [
  {
    uri: 'test://static-text',
    name: 'A text',
    description: 'A text that never changes',
    mimeType: 'text/plain',
    content: { text: 'This is the content of the static text resource.' },
  },
  {
    uri: 'test://static-binary',
    name: 'An image',
    description: 'An image that never changes',
    mimeType: 'image/png',
    content: { blob: PNG },
  },
];

const TEMPLATE = /^test:\/\/template\/([^/]+)\/data$/;

export const resources: ResourceProvider = {
  list: () => STATIC.map(({ content: _, ...listed }) => listed),
  templates: () => [
    {
      uriTemplate: 'test://template/{id}/data',
      name: 'Data by id',
      description: 'Something for every id',
      mimeType: 'application/json',
    },
  ],
  async read({ uri }) {
    const found = STATIC.find((one) => one.uri === uri);
    if (found) return { contents: [{ uri, mimeType: found.mimeType, ...found.content }] };
    const id = TEMPLATE.exec(String(uri))?.[1];
    if (id === undefined) return undefined;
    const data = { id, templateTest: true, data: `Data for ID: ${id}` };
    return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(data) }] };
  },
};
