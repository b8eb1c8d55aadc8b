/** Arguments to `npx`. 135 MB: fetched when needed, pinned, instead of installed by everyone. */
export const SUPABASE_CLI = ['--yes', 'supabase@3.1.0'];
