import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { loadEnv } from 'vite';
import { defineConfig } from 'vitest/config';
import { localDatabase } from './supabase/local/vite-plugin.ts';
import { writePages } from './vite/pages.ts';
import { readSettings } from './vite/settings.ts';
import { previewHost } from './vite/static-host.ts';

/** Packages that supabase-js imports and the page does not use. To use one, remove its name. */
const UNUSED_PACKAGES = /^@supabase\/(auth|functions|realtime|storage)-js$/;

/** What replaces them. In an alias, the `$` of a folder's name would be a pattern. */
const STUBS = resolve(import.meta.dirname, 'vite/supabase-stubs.ts').replaceAll('$', '$$$$');

/** Ignores PostHog's source map, whose sources are not published: Vitest warns about each. */
const withoutSourceMap = {
  name: 'without-source-map',
  load: { filter: { id: /\/posthog-js\// }, handler: (id: string) => readFile(id, 'utf8') },
};

export default defineConfig(({ command, mode }) => {
  // Whatever is set: visitors get the production build of React, which tests cannot use.
  process.env.NODE_ENV = command === 'build' ? 'production' : process.env.VITEST ? 'test' : 'development';
  const settings = readSettings(loadEnv(mode, import.meta.dirname, ''), {
    // `npm start` builds in the mode "preview", which can use the local database.
    needsSupabase: command === 'build' && mode === 'production',
  });

  return {
    plugins: [
      tanstackRouter({ target: 'react', quoteStyle: 'single' }),
      react(),
      // Vitest starts no page, and so no database.
      process.env.VITEST ? withoutSourceMap : localDatabase(settings.VITE_SUPABASE_URL),
      writePages(settings),
      previewHost(),
    ],
    resolve: { alias: [{ find: UNUSED_PACKAGES, replacement: STUBS }] },
    build: {
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          // A file of their own, so that libraries stay cached when the page changes.
          codeSplitting: {
            groups: [{ name: 'libraries', test: /node_modules\/(react|react-dom|scheduler|@tanstack|zod)\// }],
          },
        },
      },
    },
    test: {
      // The default leaves one core idle.
      maxWorkers: '100%',
      projects: [
        {
          extends: true,
          test: {
            name: 'page',
            environment: 'jsdom',
            include: ['src/**/*.test.{ts,tsx}'],
            setupFiles: ['src/test-setup/setup.ts'],
            // Longer than `asyncUtilTimeout`, so that a failure has the message of what is missing.
            testTimeout: 30_000,
            // Otherwise the aliases do not apply to its imports.
            server: { deps: { inline: ['@supabase/supabase-js'] } },
          },
        },
        {
          extends: true,
          test: {
            name: 'node',
            include: ['supabase/**/*.test.ts', 'vite/*.test.ts'],
            testTimeout: 120_000,
            hookTimeout: 180_000,
          },
        },
      ],
    },
  };
});
