import { isRecord } from '@millwright/contract/wire/is-record'

/** The records of an XML text, as docs/wire/formats.md has it: under any root, each a `resource`; null when there are none. */
export function xmlRecords(text: string): readonly Readonly<Record<string, unknown>>[] | null {
  const { documentElement: outer } = new DOMParser().parseFromString(text, 'application/xml')
  if (outer.tagName === 'parsererror' || outer.querySelector('parsererror')) return null
  const rows = outer.tagName === 'resource' ? [outer] : [...outer.children]
  if (rows.length === 0 || rows.some(({ tagName }) => tagName !== 'resource')) return null
  return rows.map(contentOf).map((value) => (isRecord(value) ? value : {}))
}

/** A text, or what the elements in it hold; those of one name are a list. */
function contentOf(element: Element): unknown {
  const children = [...element.children]
  if (children.length === 0) return element.textContent ?? ''
  const values = new Map<string, unknown[]>()
  for (const child of children) {
    const content = contentOf(child)
    // What is empty counts as not sent; of a record itself, its columns decide.
    if (content !== '' || element.tagName === 'resource')
      values.set(child.tagName, [...(values.get(child.tagName) ?? []), content])
  }
  return Object.fromEntries([...values].map(([name, list]) => [name, list.length === 1 ? list[0] : list]))
}
