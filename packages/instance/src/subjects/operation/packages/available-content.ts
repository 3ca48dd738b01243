import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { hasTables } from '../../../gateway/service-kind.ts'
import type { Exporting } from './exporting.ts'
import { recordsWithout, type SystemRecords } from './package-content.ts'
import { type ReadContent, unavailable } from './read-package.ts'
import { get } from './read-records.ts'

type Reaching = Pick<Exporting, 'call' | 'request' | 'parts'>

/**
 * Returns the content without that of services which exist neither here nor in the package, or are unreachable. Each becomes a
 * warning. Throws a 400 for content of a service that has another kind here.
 */
export async function availableContent(content: ReadContent, reaching: Reaching): Promise<ReadContent> {
  const warnings = [...content.warnings]
  const { kinds } = reaching.parts
  const stored = await reaching.parts.store.db.selectFrom('service').select(['name', 'type']).execute()
  const here = new Map(stored.map(({ name, type }) => [lower(name), type]))
  const made = new Map<string, string>()
  const services = content.system.get('service')
  const system =
    services === undefined ? content.system : new Map(content.system).set('service', await runnable(services))
  const databases = await kept(content.databases, 'Database')
  const files = await kept(content.files, 'File')
  return { ...content, system, databases, files, warnings }

  /** Omits new services of types that this instance does not have. */
  async function runnable(records: SystemRecords): Promise<SystemRecords> {
    const gone = new Set<string>()
    for await (const some of records.read()) {
      for (const { name, type } of some) {
        if (here.has(lower(name)) || kinds.canRun(String(type))) made.set(lower(name), String(type))
        else {
          gone.add(String(name))
          warnings.push(
            `service ${String(name)} is skipped: services of the type '${String(type)}' are not available here.`,
          )
        }
      }
    }
    return recordsWithout(records, 'name', gone)
  }

  async function kept<T>(parts: ReadonlyMap<string, T>, group: 'Database' | 'File'): Promise<ReadonlyMap<string, T>> {
    const found = new Map<string, T>()
    for (const [name, part] of parts) {
      if (await isAvailable(name, group)) found.set(name, part)
      else warnings.push(unavailable(name))
    }
    return found
  }

  async function isAvailable(name: string, group: 'Database' | 'File'): Promise<boolean> {
    const type = here.get(lower(name))
    const kind = kinds.of(type ?? made.get(lower(name)) ?? '')
    if (kind === undefined) return false
    if (group === 'File' ? kind.group !== group : !hasTables(kind.group))
      throw new Problem(400, `${name} is a service of the type ${kind.label} here, and of another type in the package.`)
    return type === undefined || isReached(name, group)
  }

  async function isReached(name: string, group: 'Database' | 'File'): Promise<boolean> {
    const { call, request } = reaching
    const resource = group === 'Database' ? '_schema' : ''
    try {
      const asked = get(name.toLowerCase(), resource, { as_list: 'true', refresh: 'true' })
      return isRecord((await call({ ...request, ...asked })).body)
    } catch (error) {
      if (error instanceof Problem && error.status >= 500) return false
      // The service is inactive.
      if (error instanceof Problem && error.status === 403 && request.caller.sysadmin) return false
      throw error
    }
  }
}

const lower = (name: unknown) => String(name).toLowerCase()
