import { isTranslated } from '../language/language.ts'

interface Named {
  readonly name: string
  readonly label?: string | null
}

/** Services for display, with the names of shipped ones in the page's language, whose texts are loaded only where they differ. */
export async function namedServices<T extends Named>(services: readonly T[]): Promise<readonly T[]> {
  return isTranslated() ? (await import('./shipped-names.ts')).withShippedNames(services) : services
}

/** Service types for display, with names in the page's language. */
export async function namedTypes<T extends Named>(types: readonly T[]): Promise<readonly T[]> {
  return isTranslated() ? (await import('./shipped-names.ts')).withTypeNames(types) : types
}
