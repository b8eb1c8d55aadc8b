import { resolve } from 'node:path';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { loadEnv } from 'vite';
import { defineConfig } from 'vitest/config';
import { localBackend } from './supabase/local/vite-plugin.ts';
import { writeBuildInfo } from './vite/build-info.ts';
import { writeHosting } from './vite/hosting.ts';
import { prerender } from './vite/prerender.ts';
import { headerRules } from './vite/security-headers.ts';
import { PROXY_PATH, readSettings } from './vite/settings.ts';
import { sharingTags, writeRobots } from './vite/sharing.ts';
import { staticHost } from './vite/static-host.ts';

export default defineConfig(({ command, mode }) => {
  const settings = readSettings(loadEnv(mode, import.meta.dirname, ''), {
    // `npm start` builds in a mode of its own, which can do without: the embedded backend answers.
    needsSupabase: command === 'build' && mode === 'production',
  });

  const proxy = settings.POSTHOG_UPSTREAM
    ? {
        [PROXY_PATH]: {
          target: settings.POSTHOG_UPSTREAM,
          changeOrigin: true,
          rewrite: (path: string) => path.slice(PROXY_PATH.length),
        },
      }
    : {};

  return {
    plugins: [
      tanstackRouter({ target: 'react', quoteStyle: 'single' }),
      react(),
      !process.env.VITEST && localBackend(settings.VITE_SUPABASE_URL),
      prerender({
        headOf: (page) => (page === 'landing' ? sharingTags(settings.VITE_SITE_URL) : ''),
        onWritten: async (dist, files) => {
          await writeRobots(dist, settings.VITE_SITE_URL);
          const rules = await headerRules(dist, files, settings);
          await writeBuildInfo(dist, rules, settings);
          await writeHosting({ dist, rules, upstream: settings.POSTHOG_UPSTREAM });
        },
      }),
      {
        name: 'static-host',
        configurePreviewServer: ({ config, middlewares }) => {
          middlewares.use(staticHost(resolve(config.root, config.build.outDir)));
        },
      },
    ],
    resolve: {
      alias: [
        { find: '@tanstack/devtools-event-client', replacement: 'no-devtools.ts' },
        { find: /^@supabase\/(auth|functions|realtime|storage)-js$/, replacement: 'no-session.ts' },
      ]
        .filter(() => command === 'build')
        .map(({ find, replacement }) => ({
          find,
          replacement: resolve(import.meta.dirname, 'vite', replacement),
        })),
    },
    define: { __BUILD_YEAR__: new Date().getFullYear() },
    server: { proxy },
    preview: { proxy },
    build: {
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          // What the first download does without says so by its name.
          chunkFileNames: ({ isDynamicEntry }) =>
            `assets/${isDynamicEntry ? 'later-' : ''}[name]-[hash].js`,
          // Apart, so that a change of the page leaves the libraries in the visitors' caches.
          codeSplitting: {
            groups: [
              { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
              { name: 'tanstack', test: /node_modules\/@tanstack\// },
            ],
          },
        },
      },
    },
    test: {
      // The default leaves a core idle, which is half of a small machine.
      maxWorkers: '100%',
      projects: [
        {
          extends: true,
          test: {
            name: 'page',
            environment: 'jsdom',
            include: ['src/**/*.test.{ts,tsx}'],
            setupFiles: ['src/test/setup.ts'],
          },
        },
        {
          extends: true,
          test: {
            name: 'node',
            include: ['supabase/**/*.test.ts', 'vite/*.test.ts', 'scripts/**/*.test.ts'],
            testTimeout: 60_000,
            hookTimeout: 180_000,
          },
        },
      ],
    },
  };
});
