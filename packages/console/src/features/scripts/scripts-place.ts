/** What the address of the tab says of its menu. Absent: wherever the open script belongs. */
export interface ScriptsSearch {
  /** Empty: all services. */
  readonly service?: string
  readonly resource?: string
  readonly endpoint?: string
  /** The text that events are searched for. */
  readonly find?: string
  /** Only what has scripts. */
  readonly only?: 'scripts'
  /** The part of the open script that is shown. */
  readonly section?: string
}

/** Reads an address of any origin. */
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

/** The same for another script, or none. */
export function elsewhere({ section: _left, ...search }: ScriptsSearch): ScriptsSearch {
  return search
}

/** The path of the tab, or of a script in it, whose name may have any signs. */
export function scriptPath(name: string | null): string {
  return name === null ? '/scripts' : `/scripts/${encodeURIComponent(name)}`
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}
