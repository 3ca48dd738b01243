import { Problem } from '@millwright/contract/problem'

/** Finds items by name: the one with exactly this name, else the only one whose name differs in case (docs/wire/tables.md). */
export class NameIndex<Item> {
  readonly #what: string
  readonly #exact = new Map<string, Item>()
  readonly #folded = new Map<string, Map<Item, string>>()

  /** `what`: kind of the items, in messages. Of items with the same name, the first one counts. */
  constructor(what: string, named: Iterable<readonly [name: string, item: Item]>) {
    this.#what = what
    for (const [name, item] of named) {
      if (this.#exact.has(name)) continue
      this.#exact.set(name, item)
      const folded = name.toLowerCase()
      const alike = this.#folded.get(folded)
      if (alike === undefined) this.#folded.set(folded, new Map([[item, name]]))
      else if (!alike.has(item)) alike.set(item, name)
    }
  }

  /** Returns a `Problem` that names the candidates if several names differ from this one in case only. */
  find(name: string): Item | Problem | undefined {
    const exact = this.#exact.get(name)
    if (exact !== undefined) return exact
    const alike = this.#folded.get(name.toLowerCase())
    if (alike === undefined) return undefined
    const [only] = alike.keys()
    if (alike.size === 1) return only
    const names = [...alike.values()].map((each) => `'${each}'`).join(' and ')
    return new Problem(400, `'${name}' could be each of the ${this.#what} ${names}: write one of them exactly.`)
  }

  /** Like `find`, but throws the `Problem`. */
  get(name: string): Item | undefined {
    const found = this.find(name)
    if (found instanceof Problem) throw found
    return found
  }

  has(name: string): boolean {
    return this.#exact.has(name) || this.#folded.has(name.toLowerCase())
  }
}

/** Indexes fields or relations by their names on the wire. */
export function byApiName<Item extends { readonly apiName: string }>(
  what: string,
  items: readonly Item[],
): NameIndex<Item> {
  return new NameIndex(
    what,
    items.map((item) => [item.apiName, item] as const),
  )
}

/** Parses a comma-separated list of names; a name with a comma is in double quotes, where quotes are doubled. */
export function namesOf(text: string | undefined): string[] {
  if (text === undefined) return []
  const items = text.includes('"') ? (text.match(/(?:"(?:[^"]|"")*"|[^",])+/g) ?? []) : text.split(',')
  return items.map((item) => unquoted(item.trim())).filter((name) => name !== '')
}

function unquoted(item: string): string {
  const [, inner] = /^"((?:[^"]|"")*)"$/.exec(item) ?? []
  return inner === undefined ? item : inner.replaceAll('""', '"')
}

/** Joins names to a list that `namesOf` parses. */
export function joinNames(names: readonly string[]): string {
  return names.map((name) => (/[",]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(',')
}
