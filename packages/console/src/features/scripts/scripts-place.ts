/** The menu state in the tab's URL. If absent, the menu follows the open script. */
export interface ScriptsSearch {
  /** Empty: all services. */
  readonly service?: string
  readonly resource?: string
  readonly endpoint?: string
  /** The search text for events. */
  readonly find?: string
  /** Show only entries with scripts. */
  readonly only?: 'scripts'
  /** The visible section of the open script. */
  readonly section?: string
}

/** Reads the search of any URL. */
export function readScriptsSearch(raw: Readonly<Record<string, unknown>>): ScriptsSearch {
  const { service, resource, endpoint, find, section } = Object.fromEntries(
    ['service', 'resource', 'endpoint', 'find', 'section'].map((name) => [name, textOf(raw[name])]),
  )
  return {
    ...(service !== undefined && { service }),
    ...(resource && { resource }),
    ...(endpoint && { endpoint }),
    ...(find && { find }),
    ...(raw.only === 'scripts' && { only: 'scripts' as const }),
    ...(section && { section }),
  }
}

/** The search for another script, or none. */
export function elsewhere({ section: _left, ...search }: ScriptsSearch): ScriptsSearch {
  return search
}

/** The path of the tab, or of a script, whose name may have any characters. */
export function scriptPath(name: string | null): string {
  return name === null ? '/scripts' : `/scripts/${encodeURIComponent(name)}`
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}
