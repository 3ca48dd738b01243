import { Problem } from '@millwright/contract/problem'
import { kindOf } from '../services/service-kinds.ts'
import { isRecord } from '../system/body.ts'
import type { Exporting } from './exporting.ts'
import { type ReadContent, unavailable } from './read-package.ts'
import { get } from './read-records.ts'

type Reaching = Pick<Exporting, 'call' | 'request' | 'parts'>

/**
 * The content without what is of services that are not here, nor in the package, or cannot be reached; each becomes a warning.
 * Refuses with 400 what is of a service of another kind.
 */
export async function availableContent(content: ReadContent, reaching: Reaching): Promise<ReadContent> {
  const made = new Map((content.system.get('service') ?? []).map(({ name, type }) => [lower(name), String(type)]))
  const warnings = [...content.warnings]
  const databases = await kept(content.databases, 'Database')
  const files = await kept(content.files, 'File')
  return { ...content, databases, files, warnings }

  async function kept<T>(parts: ReadonlyMap<string, T>, group: 'Database' | 'File'): Promise<ReadonlyMap<string, T>> {
    const found = new Map<string, T>()
    for (const [name, part] of parts) {
      if (await isAvailable(name, group)) found.set(name, part)
      else warnings.push(unavailable(name))
    }
    return found
  }

  async function isAvailable(name: string, group: 'Database' | 'File'): Promise<boolean> {
    const services = await reaching.parts.store.db.selectFrom('service').select(['name', 'type']).execute()
    const type = services.find((row) => lower(row.name) === lower(name))?.type
    const kind = kindOf(type ?? made.get(lower(name)) ?? '')
    if (kind === undefined) return false
    if (kind.group !== group)
      throw new Problem(400, `${name} is here a service of the type ${kind.label}, and in the package it is not.`)
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
      // A service that is switched off.
      if (error instanceof Problem && error.status === 403 && request.caller.sysadmin) return false
      throw error
    }
  }
}

const lower = (name: unknown) => String(name).toLowerCase()
