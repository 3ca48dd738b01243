/** A service that remembers something, as `system/cache` lists it. */
export interface CachedService {
  readonly name: string
  readonly label?: string | null
}

export function labelOf({ label, name }: CachedService): string {
  return label || name
}

/** In the order of their labels, as people read them. */
export function byLabel(services: readonly CachedService[]): CachedService[] {
  const { compare } = new Intl.Collator('en', { sensitivity: 'base', numeric: true })
  return services.toSorted((a, b) => compare(labelOf(a), labelOf(b)) || compare(a.name, b.name))
}
