import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { queryClient } from './api/client.ts';
import { FIRST_MESSAGE } from './parts/read-back.tsx';
import { cssVariables, theme } from './theme/theme.ts';

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
// The scroll lock behind Mantine's dialogs reads the CSP nonce for its style element from this global.
Object.assign(window, { __webpack_nonce__: nonce });

const Messages = lazy(() => import('./parts/messages.tsx'));

/** The providers around every page: Mantine theme, query cache and notifications. */
export function App({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <MessagesOnDemand />
        {children}
      </QueryClientProvider>
    </MantineProvider>
  );
}

function MessagesOnDemand() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const want = () => setWanted(true);
    window.addEventListener(FIRST_MESSAGE, want, { once: true });
    return () => window.removeEventListener(FIRST_MESSAGE, want);
  }, []);
  return <Suspense>{wanted && <Messages />}</Suspense>;
}
