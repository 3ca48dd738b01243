/** Services whose events concern accounts and access. */
const guarded: ReadonlySet<string> = new Set(['system', 'user'])

/** Whether what runs at events of a service is for full administrators. The name is case-insensitive. */
export const isGuarded = (service: string): boolean => guarded.has(service.toLowerCase())

/** Events of sign-in, passwords and access could be used to take over accounts. `events`: their names. */
export function hasGuardedEvent(events: readonly string[]): boolean {
  return events.some((name) => isGuarded(name.split('.')[0] ?? ''))
}
