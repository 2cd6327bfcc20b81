import '@mantine/core/styles.css';
import './app/theme.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './app/query-client.ts';
import { router } from './app/router.tsx';
import { resolveVariables, theme } from './app/theme.ts';
import { LanguageProvider } from './text/language.tsx';

/** Set by the server, anew for each answer; a style element without it is not applied. */
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;

// Read by the package that stops the page from scrolling behind a dialog.
Object.assign(globalThis, { __webpack_nonce__: nonce });

// A file of an older build is missing after a deployment: the new page knows the new names. Without a network it would be lost.
window.addEventListener('vite:preloadError', () => navigator.onLine && window.location.reload());

const root = document.querySelector('#root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      cssVariablesResolver={resolveVariables}
      getStyleNonce={() => nonce ?? ''}
    >
      <LanguageProvider>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </LanguageProvider>
    </MantineProvider>
  </StrictMode>,
);
