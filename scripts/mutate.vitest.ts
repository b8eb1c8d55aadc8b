import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Only the unit tests of what `npm run mutate` changes. */
export default defineConfig({
  root: process.cwd(),
  plugins: [react()],
  test: {
    environment: 'jsdom',
    include: ['src/{analytics,waitlist}/**/*.test.{ts,tsx}'],
    setupFiles: ['src/test/setup.ts'],
  },
});
