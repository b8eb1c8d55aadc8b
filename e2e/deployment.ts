import { join } from 'node:path';
import { listen } from '../supabase/local/listen.ts';
import { PUBLISHABLE_KEY, type RealStack, startRealStack } from '../supabase/local/real-stack.ts';
import type { Settings } from '../vite/settings.ts';
import { staticHost } from '../vite/static-host.ts';
import { buildLocalPage } from './local-page.ts';

export type Deployment = {
  /** The page's address. */
  url: URL;
  /** What it calls, on an origin of its own. */
  stack: RealStack;
  stop: () => Promise<void>;
};

/**
 * Builds the page as for production and serves it, with the real stack in a hosted project's place.
 *
 * @param settings more environment variables for the build
 */
export async function startDeployment(settings: Partial<Settings> = {}): Promise<Deployment> {
  const stack = await startRealStack();
  try {
    const dist = join(stack.postgres.folder, 'dist');
    await buildLocalPage(dist, {
      VITE_SUPABASE_URL: new URL(stack.gateway.url).origin,
      VITE_SUPABASE_ANON_KEY: PUBLISHABLE_KEY,
      ...settings,
    });
    const host = await listen(staticHost(dist));
    const stop = async () => {
      host.close();
      await stack.stop();
    };
    return { url: new URL(host.url), stack, stop };
  } catch (error) {
    await stack.stop();
    throw error;
  }
}
