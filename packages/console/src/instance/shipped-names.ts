import { useQuery } from '@tanstack/react-query'
import { serverTexts } from '../language/server-texts.ts'

/** Names and descriptions of the services and apps that an instance begins with, and names of service types. */
export const shippedNames = serverTexts(() => import('./shipped-names.de.json'))

/** Loads the names for `shippedText`, and renders again when they are there. */
export function useShippedNames(): void {
  useQuery({ queryKey: ['shipped-names'], queryFn: () => shippedNames.load().then(() => true), staleTime: Infinity })
}

/** The services and apps that an instance begins with, by name; those of others keep what their administrators call them. */
const shipped: ReadonlySet<string> = new Set([
  'api_docs',
  'db',
  'email',
  'files',
  'logs',
  'sample',
  'system',
  'user',
  'admin',
  'file_manager',
])

/** A label or description of a service or app in the page's language, if it is a shipped one; the names must be loaded. */
export function shippedText<T>(name: string, text: T): T | string {
  return typeof text === 'string' && shipped.has(name) ? shippedNames.say(text) : text
}

interface Named {
  readonly name: string
  readonly label?: string | null
}

/** Services for display, with names in the page's language. */
export async function withShippedNames<T extends Named>(services: readonly T[]): Promise<readonly T[]> {
  await shippedNames.load()
  return services.map((service) => ({ ...service, label: shippedText(service.name, service.label) }))
}

/** Service types for display, with names in the page's language. */
export async function withTypeNames<T extends Named>(types: readonly T[]): Promise<readonly T[]> {
  await shippedNames.load()
  return types.map((type) => (type.label ? { ...type, label: shippedNames.say(type.label) } : type))
}
