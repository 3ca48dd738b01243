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
}

/** Reads an address of any origin. */
export function readScriptsSearch(raw: Readonly<Record<string, unknown>>): ScriptsSearch {
  const [service, resource, endpoint, find] = [raw.service, raw.resource, raw.endpoint, raw.find].map(textOf)
  return {
    ...(service !== undefined && { service }),
    ...(resource && { resource }),
    ...(endpoint && { endpoint }),
    ...(find && { find }),
    ...(raw.only === 'scripts' && { only: 'scripts' as const }),
  }
}

/** The path of the tab, or of a script in it, whose name may have any signs. */
export function scriptPath(name: string | null): string {
  return name === null ? '/scripts' : `/scripts/${encodeURIComponent(name)}`
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}
