import { TICKET } from '../src/waitlist/words.ts';
import { expect, test } from './fixtures.ts';
import { field, open, signUp, submitButton } from './waitlist-page.ts';

test.use({ reducedMotion: 'reduce' });

const NARROW = ['320 × 256', '360 × 640', '667 × 375', '704 × 320', '720 × 900'];
const WIDE = ['960 × 600', '1000 × 700', '1024 × 768', '1280 × 720', '3840 × 2160'];
for (const size of [...NARROW, ...WIDE]) {
  test(`${size} px have room for all text, a ticket with a long name, and messages`, async ({ page, person }) => {
    const [width = 0, height = 0] = size.split(' × ').map(Number);
    await page.setViewportSize({ width, height });
    await open(page);
    const headline = page.getByRole('heading', { level: 1 });
    const topOfHeadline = () => headline.evaluate((element) => element.getBoundingClientRect().top + scrollY);
    const top = await topOfHeadline();
    await signUp(page, { ...person, name: 'Wolfeschlegelsteinhausenbergerdorff' });
    await expect(page.getByText(TICKET.saved)).toBeVisible();
    // The ticket makes the card taller, but does not move the headline beside it.
    if (WIDE.includes(size)) expect(await topOfHeadline()).toBeCloseTo(top, 0);
    const heightOfForm = () => page.locator('#waitlist').evaluate((form) => form.clientHeight);
    const before = await heightOfForm();
    await signUp(page, { email: 'robin@' });
    await expect(field(page, 'name')).toHaveAttribute('aria-invalid', 'true');
    // On the narrowest phones, a message that does not fit beside its label has a line of its own.
    expect(await heightOfForm()).toBeLessThanOrEqual(before + (width < 360 ? 60 : 0));

    const texts = page
      .locator('.landing :is(h1, h2, h3, p:not(.visually-hidden), label, button, a)')
      .filter({ visible: true });
    const cutOrCovered = await texts.evaluateAll((elements) => {
      const isCutOrCovered = (element: Element) => {
        element.scrollIntoView({ block: 'center', behavior: 'instant' });
        const { left, right, bottom } = element.getBoundingClientRect();
        const hit = document.elementFromPoint((left + right) / 2, bottom - 2);
        // A toast lies on the logo.
        const mayBeCovered = hit?.closest('[data-sonner-toast]');
        return (
          !(mayBeCovered || element.contains(hit)) ||
          left < -1 ||
          right > innerWidth + 1 ||
          element.scrollWidth > right - left + 1
        );
      };
      return elements.filter(isCutOrCovered).map((element) => element.outerHTML.slice(0, 80));
    });
    expect(cutOrCovered).toEqual([]);
  });
}

test('the first screen of a phone has the button', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  await expect(submitButton(page)).toBeInViewport({ ratio: 1 });
});
