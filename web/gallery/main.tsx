import '../theme/styles.ts';
import { VisuallyHidden } from '@mantine/core';
import { createRoot } from 'react-dom/client';
import { App } from '../app.tsx';
import { Gallery } from './gallery.tsx';
import { Tables } from './tables.tsx';

/** Every part with example data, for looking at while one works on it: `vite -c web/vite.config.ts`, then `/gallery/`. */
createRoot(document.getElementById('root')!).render(
  <App>
    <main>
      <VisuallyHidden component="h1">Gallery</VisuallyHidden>
      <Gallery />
      <Tables />
    </main>
  </App>,
);
