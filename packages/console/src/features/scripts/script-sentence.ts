import type { PickedRecord } from '../../widgets/records/record-picker/record-source.ts'
import { t } from './messages.ts'

/** What must happen to the records of a table for a script to run, and in which phase it runs. */
export interface TableTrigger {
  readonly service: string
  readonly table: string
  readonly verb: string
  readonly phase: string
}

/** What can happen to records, by request verb. */
export const happenings = () => [
  { value: 'post', label: t.created },
  { value: 'get', label: t.read },
  { value: 'patch', label: t.updated },
  { value: 'put', label: t.replaced },
  { value: 'delete', label: t.deletedWord },
]

export const phases = () => [
  { value: 'pre_process', label: t.beforeTrigger },
  { value: 'post_process', label: t.afterTrigger },
  { value: 'queued', label: t.laterQueued },
]

/** The trigger for an event name, or `null` if it does not concern the records of one table. */
export function triggerOf(name: string): TableTrigger | null {
  const found = /^([^.]+)\._table\.([^.{}]+)\.(get|post|put|patch|delete)\.(pre_process|post_process|queued)$/.exec(
    name,
  )
  if (!found) return null
  const [, service = '', table = '', verb = '', phase = ''] = found
  return { service, table, verb, phase }
}

/** The table whose events all begin with a search text, such as `db._table.contact.`; nothing for other texts. */
export function triggerTable(find: string): Partial<TableTrigger> {
  const [, service, table] = /^([^.\s]+)\._table\.([^.{}\s]+)\.$/.exec(find) ?? []
  return service === undefined || table === undefined ? {} : { service, table }
}

/** `db._table.contact.post.pre_process` */
export function eventOf({ service, table, verb, phase }: TableTrigger): string {
  return `${service}._table.${table}.${verb}.${phase}`
}

/** Names of the tables among the components of a service. */
export function tablesIn(components: readonly string[]): readonly string[] {
  const names = components.flatMap((component) => /^_table\/([^/*{}.]+)\/?$/.exec(component)?.[1] ?? [])
  return [...new Set(names)].sort((a, b) => a.localeCompare(b))
}

/**
 * The default database of a trigger: a working one, preferring the sample data, then one other than the instance's own database; empty if
 * there is none.
 */
export function databaseToBegin(services: readonly PickedRecord[]): string {
  const working = services.filter(({ trouble }) => trouble === undefined)
  const first =
    working.find(({ label }) => label === 'sample') ?? working.find(({ label }) => label !== 'db') ?? working[0]
  return (first ?? services[0])?.label ?? ''
}
