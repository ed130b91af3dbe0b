import type { Kind } from '../state/shapes.ts';
import { nodeTypes, operations } from './registry.ts';

const PLACES: Record<Kind | 'Root', string> = {
  Root: '',
  AdAccount: '/act_{ad-account-id}',
  Ad: '/{ad-id}',
  AdCreative: '/{creative-id}',
  AdImage: '/{image-id}',
  AdLabel: '/{label-id}',
  AdReportRun: '/{report-run-id}',
  AdSet: '/{adset-id}',
  AdVideo: '/{video-id}',
  AdsPixel: '/{pixel-id}',
  Application: '/{app-id}',
  Business: '/{business-id}',
  Campaign: '/{campaign-id}',
  CustomAudience: '/{audience-id}',
  CustomConversion: '/{custom-conversion-id}',
  InstagramMedia: '/{instagram-media-id}',
  InstagramUser: '/{instagram-user-id}',
  Lead: '/{lead-id}',
  LeadgenForm: '/{form-id}',
  Page: '/{page-id}',
  PagePost: '/{page-post-id}',
  ProductCatalog: '/{catalog-id}',
  ProductSet: '/{product-set-id}',
  SystemUser: '/{system-user-id}',
  User: '/{user-id}',
};

/** How the platform's documentation writes a path. */
export function placeOf(on: Kind | 'Root', edge: string | undefined): string {
  return edge ? `${PLACES[on]}/${edge}` : PLACES[on];
}

/** What the wildcard route answers, for the test that holds `coverage.ts` to it. */
export const served: readonly { method: string; path: string }[] = [
  { method: 'POST', path: '/' },
  ...Object.keys(nodeTypes).map((kind) => ({ method: 'GET', path: PLACES[kind as Kind] })),
  ...operations.map(({ method, on, edge }) => ({ method, path: placeOf(on, edge) })),
];
