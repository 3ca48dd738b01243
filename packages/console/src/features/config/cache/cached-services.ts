/** A service with a cache, as listed by `system/cache`. */
export interface CachedService {
  readonly name: string
  readonly label?: string | null
}

export function labelOf({ label, name }: CachedService): string {
  return label || name
}

/** Sorts services by label in the user's locale. */
export function byLabel(services: readonly CachedService[]): CachedService[] {
  const { compare } = new Intl.Collator('en', { sensitivity: 'base', numeric: true })
  return services.toSorted((a, b) => compare(labelOf(a), labelOf(b)) || compare(a.name, b.name))
}
