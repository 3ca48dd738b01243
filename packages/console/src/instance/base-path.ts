/** The path beneath which this console is served, empty for the root: that of the settings which its page names. */
export const basePath: string = basePathIn(document)

export function basePathIn(page: Pick<Document, 'querySelector'>): string {
  const settings = page.querySelector<HTMLLinkElement>('link[as=fetch]')
  return settings === null ? '' : new URL(settings.href).pathname.replace(/\/[^/]*$/, '')
}
