/** How a service's addresses are made, by which names of it are told from values. */
export type AddressForm = 'tables' | 'files' | 'system' | 'tools' | 'values' | 'other'

/** Longer names are no names. */
const longestName = 80
const deepest = 6

/**
 * The resource of a call with `{id}` in place of identifiers and `{path}` in place of paths of files: there are as many of these as
 * there are things to call, and they hold nothing of what was sent. `resource`: decoded, without outer slashes.
 */
export function resourceTemplate(resource: string, form: AddressForm): string {
  if (resource === '') return ''
  if (form === 'files') return '{path}'
  if (form === 'tables') return ofTables(resource)
  if (form === 'tools') return shortened(resource)
  return resource
    .split('/', deepest)
    .map((part, at) => (isNamed(part, at, form) ? part : '{id}'))
    .join('/')
}

/** Names of tables, views and procedures come second; what follows a table are identifiers of its records. */
function ofTables(resource: string): string {
  const first = resource.indexOf('/')
  if (first < 0) return shortened(resource)
  const second = resource.indexOf('/', first + 1)
  if (second < 0) return shortened(resource)
  const third = resource.indexOf('/', second + 1)
  const named = shortened(resource.slice(0, second))
  return third < 0 ? `${named}/{id}` : `${named}/{id}/{id}`
}

const shortened = (name: string): string =>
  name.length > longestName * 2 ? `${name.slice(0, longestName * 2)}…` : name

/** Below resources of the system: what is none of these is the name or number of a record. */
const systemNames = new Set([
  ...['session', 'password', 'profile', 'register', 'custom', 'two_step', 'tail', 'app_password', 'passkey'],
])

const isWord = /^[a-z_][a-z_-]*$/i

/** Values of services that nobody describes may stand anywhere but in the first place. */
function isNamed(part: string, at: number, form: AddressForm): boolean {
  if (part.length > longestName || !isWord.test(part)) return false
  if (form === 'values') return false
  return at === 0 || (form === 'system' && systemNames.has(part))
}
