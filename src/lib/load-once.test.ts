import { expect, test, vi } from 'vitest';
import { loadOnce } from './load-once';

test('loads once, however often and however early it is asked', async () => {
  const load = vi.fn(async () => ({ loaded: true }));
  const get = loadOnce(load);

  const [first, second] = await Promise.all([get(), get()]);

  expect(await get()).toBe(first);
  expect(second).toBe(first);
  expect(load).toHaveBeenCalledOnce();
});

test('tries again after a failure', async () => {
  const load = vi.fn().mockRejectedValueOnce(new Error('offline')).mockResolvedValueOnce('module');
  const get = loadOnce(load);

  await expect(get()).rejects.toThrow('offline');

  await expect(get()).resolves.toBe('module');
  await expect(get()).resolves.toBe('module');
  expect(load).toHaveBeenCalledTimes(2);
});

test('does not load before it is asked', () => {
  const load = vi.fn(async () => 'module');
  loadOnce(load);
  expect(load).not.toHaveBeenCalled();
});
