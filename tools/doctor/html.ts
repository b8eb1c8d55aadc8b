const ATTRIBUTE = /([\w:-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

/** The attributes of every element with this name. */
export function elements(html: string, name: string): Array<Record<string, string>> {
  const found = html.matchAll(new RegExp(`<${name}\\s([^>]*)>`, 'gi'));
  return Array.from(found, ([, attributes = '']) =>
    Object.fromEntries(
      Array.from(attributes.matchAll(ATTRIBUTE), ([, key = '', ...values]) => [
        key.toLowerCase(),
        values.find((value) => value !== undefined) ?? '',
      ]),
    ),
  );
}

/** What the head says under a name: a meta tag's content, or a link's address. */
export function headValue(html: string, name: string): string | undefined {
  const meta = elements(html, 'meta').find((tag) => tag.property === name || tag.name === name);
  const link = elements(html, 'link').find((tag) => tag.rel === name);
  return meta?.content || link?.href || undefined;
}
