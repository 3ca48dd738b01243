import type { AccessRow } from './access-rows.ts'

export interface AccessWarning {
  readonly kind: 'duplicate' | 'filter'
  readonly text: string
}

const sameRule = 'Another rule has the same service, component and requester; their verbs add up.'
const emptyFilter = 'A filter without a field is of no effect.'

/** What is probably not meant, by line; none of it keeps the role from being saved. */
export function accessWarnings(rows: readonly AccessRow[]): ReadonlyMap<string, AccessWarning> {
  const kept = rows.filter(({ removed }) => !removed)
  const uses = new Map<string, number>()
  for (const row of kept) uses.set(subject(row), (uses.get(subject(row)) ?? 0) + 1)
  const warnings = new Map<string, AccessWarning>()
  for (const row of kept) {
    if (row.filters.some(({ name }) => name.trim() === '')) warnings.set(row.key, { kind: 'filter', text: emptyFilter })
    else if ((uses.get(subject(row)) ?? 0) > 1) warnings.set(row.key, { kind: 'duplicate', text: sameRule })
  }
  return warnings
}

function subject({ serviceId, component, requestorMask }: AccessRow): string {
  return `${serviceId ?? ''} ${requestorMask} ${(component ?? '').toLowerCase()}`
}
