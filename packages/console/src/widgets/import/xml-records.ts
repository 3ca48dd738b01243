import { isRecord } from '@millwright/contract/wire/is-record'

/**
 * Reads the records of an XML text according to docs/wire/formats.md: below any root, each a `resource`. Returns `null` if there are none.
 */
export function xmlRecords(text: string): readonly Readonly<Record<string, unknown>>[] | null {
  const { documentElement: outer } = new DOMParser().parseFromString(text, 'application/xml')
  if (outer.tagName === 'parsererror' || outer.querySelector('parsererror')) return null
  const rows = outer.tagName === 'resource' ? [outer] : [...outer.children]
  if (rows.length === 0 || rows.some(({ tagName }) => tagName !== 'resource')) return null
  return rows.map(contentOf).map((value) => (isRecord(value) ? value : {}))
}

/** The text of an element, or the contents of its children; several of the same name become a list. */
function contentOf(element: Element): unknown {
  const children = [...element.children]
  if (children.length === 0) return element.textContent ?? ''
  const values = new Map<string, unknown[]>()
  for (const child of children) {
    const content = contentOf(child)
    // Empty elements count as not sent; in the record itself, its columns decide.
    if (content !== '' || element.tagName === 'resource')
      values.set(child.tagName, [...(values.get(child.tagName) ?? []), content])
  }
  return Object.fromEntries([...values].map(([name, list]) => [name, list.length === 1 ? list[0] : list]))
}
