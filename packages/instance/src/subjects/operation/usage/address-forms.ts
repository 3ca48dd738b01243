import type { ServiceKinds } from '../../../gateway/ports/service-kinds.ts'
import type { Registered, Registry } from '../../../gateway/registry.ts'
import { hasTables } from '../../../gateway/service-kind.ts'
import type { Changes } from '../../../store/changes.ts'
import { pathsOfKind } from '../../integrations/events/event-paths.ts'

/** Returns a function from the lower-case name of a service to the form of its paths; `null` if this node does not use such a service. */
export function createAddressForms(
  registry: Pick<Registry, 'inUse'>,
  kinds: ServiceKinds,
  changes: Pick<Changes, 'subscribe'>,
): (service: string) => TemplateForm | null {
  const known = new Map<string, TemplateForm>()
  changes.subscribe(({ table }) => {
    if (table === 'service') known.clear()
  })

  return (service) => {
    const form = known.get(service)
    if (form !== undefined) return form
    for (const registered of registry.inUse) {
      if (registered.row.name.toLowerCase() !== service) continue
      const found = formOf(registered, kinds)
      known.set(service, found)
      return found
    }
    return null
  }
}

function formOf({ row, service }: Registered, kinds: ServiceKinds): TemplateForm {
  if (service.storage !== undefined) return 'files'
  if (service.mcp !== undefined) return 'tools'
  if (hasTables(kinds.of(row.type)?.group)) return 'tables'
  if (service.resources !== undefined) return 'system'
  if (service.templateOf !== undefined) return (resource) => service.templateOf?.(resource) ?? null
  const kind = kinds.of(row.type)
  const paths = (kind === undefined ? [] : pathsOfKind(kind)).filter(({ path }) => path !== '')
  return paths.length > 0 && paths.every(({ path }) => path.startsWith('{')) ? 'values' : 'other'
}

/** Form of a service's paths, which distinguishes names from values. */
export type TemplateForm =
  | 'tables'
  | 'files'
  | 'system'
  | 'tools'
  | 'values'
  | 'other'
  /** The template itself, of a service that knows it; `null`: nothing is there. */
  | ((resource: string) => string | null)

/** Longer segments count as values. */
const longestName = 80
const deepest = 6

/**
 * The resource of a call with `{id}` in place of ids and `{path}` in place of file paths, so that there are only as many as
 * there are resources, and none contains data that was sent. `resource`: decoded, without leading and trailing slashes.
 */
export function resourceTemplate(resource: string, form: TemplateForm): string {
  if (resource === '') return ''
  if (form === 'files') return '{path}'
  if (form === 'tables') return ofTables(resource)
  if (form === 'tools') return shortened(resource)
  if (typeof form === 'function') {
    const known = form(resource)
    if (known !== null) return shortened(known)
  }
  return resource
    .split('/', deepest)
    .map((part, at) => (isNamed(part, at, form) ? part : '{id}'))
    .join('/')
}

/** The second segment names a table, view or procedure; what follows a table are ids of its records. */
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

/** Named segments below system resources; any other segment is the name or id of a record. */
const systemNames = new Set([
  'session',
  'password',
  'profile',
  'register',
  'custom',
  'two_step',
  'tail',
  'app_password',
  'passkey',
])

const isWord = /^[a-z_][a-z_-]*$/i

/** In services without a description, any segment but the first may be a value. */
function isNamed(part: string, at: number, form: TemplateForm): boolean {
  if (part.length > longestName || !isWord.test(part)) return false
  if (form === 'values') return false
  return at === 0 || (form === 'system' && systemNames.has(part))
}
