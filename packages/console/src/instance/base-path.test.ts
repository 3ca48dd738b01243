import { expect, test } from 'vitest'
import { basePathIn } from './base-path.ts'

/** A page that loads its settings early from a URL, if it does. */
function pageWith(settings?: string): Document {
  const page = document.implementation.createHTMLDocument()
  if (settings !== undefined) page.head.innerHTML = `<link rel="preload" as="fetch" href="${settings}" />`
  return page
}

test.each([
  ['no path if the page names no settings', undefined, ''],
  ['no path if the settings are at the root', 'https://example.test/millwright.json', ''],
  ['the path of its settings', 'https://example.test/some/path/millwright.json', '/some/path'],
])('a console is served beneath %s', (_, settings, path) => {
  expect(basePathIn(pageWith(settings))).toBe(path)
})
