import { resolve } from 'node:path';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { loadEnv, type Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { localDatabase } from './supabase/local/vite-plugin.ts';
import { policyInDevelopment } from './vite/content-security-policy.ts';
import { prerenderPages } from './vite/prerender.ts';
import { readSettings, warnOfProjects } from './vite/settings.ts';
import { previewHost } from './vite/static-host.ts';

const STUBS = resolve(import.meta.dirname, 'vite/supabase-stubs.ts');

/** Packages that supabase-js imports and the page does not use, and what replaces each. To use one, remove its name. */
const UNUSED_PACKAGES = ['auth', 'functions', 'realtime', 'storage'].map((name) => [`@supabase/${name}-js`, STUBS]);

/**
 * Keeps sonner from inserting its styles when it loads, because the Content-Security-Policy would block them.
 * toaster.tsx imports them into the document instead, which also saves the browser from computing all styles again.
 */
const sonnerWithoutStyles: Plugin = {
  name: 'sonner-without-styles',
  // Otherwise, the development server would bundle sonner before this plugin sees it.
  config: () => ({ optimizeDeps: { exclude: ['sonner'] } }),
  transform: {
    filter: { id: /\/sonner\/dist\/index\.mjs/ },
    handler(code) {
      const others = code.replace(/__insertCSS\("(?:[^"\\]|\\.)*"\);/, '');
      if (others === code) throw new Error('sonner no longer inserts its styles as one string.');
      return { code: others, map: null };
    },
  },
};

export default defineConfig(({ command, mode }) => {
  // Overrides the environment: builds have the production build of React, and tests its development build.
  process.env.NODE_ENV = command === 'build' ? 'production' : process.env.VITEST ? 'test' : 'development';
  // `npm start` builds in the mode "preview", which can use the local database.
  const needsSupabase = command === 'build' && mode !== 'preview';
  const settings = readSettings(loadEnv(mode, import.meta.dirname, ''), needsSupabase);

  return {
    // PostHog's source map names sources that are not published. Vitest would warn about each.
    logLevel: process.env.VITEST ? 'error' : 'info',
    plugins: [
      tanstackRouter({ target: 'react', quoteStyle: 'single' }),
      react(),
      sonnerWithoutStyles,
      // Vitest starts no page, and so no database.
      !process.env.VITEST && [localDatabase(!settings.VITE_SUPABASE_URL), warnOfProjects(settings)],
      policyInDevelopment(settings),
      prerenderPages(settings),
      // Last, because it responds to every request.
      previewHost(),
    ],
    resolve: { alias: Object.fromEntries(UNUSED_PACKAGES) },
    // For `npm start`, too. Vite's default, localhost, is ::1 in a dev container, and editors forward 127.0.0.1 only.
    server: { host: '127.0.0.1' },
    // See the README. Edge has Chrome's engine. On iPhones, Safari needs other prefixes than on a Mac.
    build: { target: ['chrome109', 'firefox115', 'safari15.4', 'ios15.4'], modulePreload: { polyfill: false } },
    test: {
      // The default leaves one core idle.
      maxWorkers: '100%',
      projects: [
        {
          extends: true,
          test: {
            name: 'jsdom',
            environment: 'jsdom',
            include: ['src/**/*.test.{ts,tsx}'],
            setupFiles: ['src/testing/setup.ts'],
            // Longer than `asyncUtilTimeout`, so that a failure has the message of Testing Library, and is no timeout.
            testTimeout: 30_000,
            // Vitest applies the aliases only inside the packages that are listed here.
            server: { deps: { inline: ['@supabase/supabase-js'] } },
          },
        },
        {
          extends: true,
          test: {
            name: 'node',
            // Not supabase/functions, which run on Deno.
            include: ['supabase/{local,tests}/*.test.ts', 'vite/*.test.ts'],
            testTimeout: 300_000,
            hookTimeout: 300_000,
          },
        },
      ],
    },
  };
});
