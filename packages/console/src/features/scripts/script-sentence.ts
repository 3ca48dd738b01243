import type { PickedRecord } from '../../widgets/record-picker/record-source.ts'
import { t } from './messages.ts'

/** What has to happen to the records of a table for a script to run, and when it runs then. */
export interface TableTrigger {
  readonly service: string
  readonly table: string
  readonly verb: string
  readonly phase: string
}

/** What happens to records, by the verb of the request. */
export const happenings = () => [
  { value: 'post', label: t.created },
  { value: 'get', label: t.read },
  { value: 'patch', label: t.updated },
  { value: 'put', label: t.replaced },
  { value: 'delete', label: t.deletedWord },
]

export const phases = () => [
  { value: 'pre_process', label: t.before },
  { value: 'post_process', label: t.after },
  { value: 'queued', label: t.laterQueued },
]

/** The trigger that the name of an event is; null where it is about anything else than the records of one table. */
export function triggerOf(name: string): TableTrigger | null {
  const found = /^([^.]+)\._table\.([^.{}]+)\.(get|post|put|patch|delete)\.(pre_process|post_process|queued)$/.exec(
    name,
  )
  if (!found) return null
  const [, service = '', table = '', verb = '', phase = ''] = found
  return { service, table, verb, phase }
}

/** `db._table.contact.post.pre_process` */
export function eventOf({ service, table, verb, phase }: TableTrigger): string {
  return `${service}._table.${table}.${verb}.${phase}`
}

/** The tables among the components of a service, by name. */
export function tablesIn(components: readonly string[]): readonly string[] {
  const names = components.flatMap((component) => /^_table\/([^/*{}.]+)\/?$/.exec(component)?.[1] ?? [])
  return [...new Set(names)].sort((a, b) => a.localeCompare(b))
}

/**
 * The database that a sentence begins with: one that works, and of those the one of sample data, or else one with more than this
 * instance's own; empty when there is none.
 */
export function databaseToBegin(services: readonly PickedRecord[]): string {
  const working = services.filter(({ trouble }) => trouble === undefined)
  const first =
    working.find(({ label }) => label === 'sample') ?? working.find(({ label }) => label !== 'db') ?? working[0]
  return (first ?? services[0])?.label ?? ''
}
