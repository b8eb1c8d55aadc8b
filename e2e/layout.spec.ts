import { TICKET } from '../src/waitlist/words.ts';
import { expect, test } from './fixtures.ts';
import { field, open, signUp, submitButton } from './waitlist-page.ts';

test.use({ reducedMotion: 'reduce' });

// A phone on its side, a desktop at 400 % zoom, a tablet, and desktops.
for (const size of ['667 × 375', '320 × 256', '768 × 1024', '1280 × 720', '3840 × 2160']) {
  test(`${size} px have room for all text, with messages and a long name`, async ({ page, person }) => {
    const [width = 0, height = 0] = size.split(' × ').map(Number);
    await page.setViewportSize({ width, height });
    await open(page);
    await signUp(page, { ...person, name: 'Wolfeschlegelsteinhausenbergerdorff' });
    await expect(page.getByText(TICKET.saved)).toBeVisible();
    await signUp(page, { email: 'robin@' });
    await expect(field(page, 'name')).toHaveAttribute('aria-invalid', 'true');

    const texts = page.locator('.landing :is(h1, h2, h3, p, label, button)').filter({ visible: true });
    const cut = await texts.evaluateAll((elements) => {
      const isCut = (element: Element) => {
        const { left, right } = element.getBoundingClientRect();
        return left < -1 || right > innerWidth + 1 || element.scrollWidth > right - left + 1;
      };
      return elements.filter(isCut).map((element) => element.outerHTML.slice(0, 80));
    });
    expect(cut).toEqual([]);
  });
}

test('the first screen of a phone has the button', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  await expect(submitButton(page)).toBeInViewport({ ratio: 1 });
});
