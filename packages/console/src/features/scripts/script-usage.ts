import { isVerb } from '@millwright/contract/verbs'
import type { UsageSubject } from '../../widgets/charts/usage/usage-section.tsx'
import { t } from './messages.ts'

const phases = ['pre_process', 'post_process', 'queued']

/**
 * The requests that trigger an event script: for `db._table.contact.get.pre_process`, GET requests of `db/_table/contact`. `null` for an
 * event that no request causes.
 */
export function usageOfEvent(name: string): UsageSubject | null {
  const parts = name.split('.')
  if (phases.includes(parts.at(-1) ?? '')) parts.pop()
  const verb = parts.pop()?.toUpperCase() ?? ''
  const [service, ...path] = parts
  if (!isVerb(verb) || !service) return null
  const resource = path.join('/')
  // A generic event such as `db._table.{table_name}.get` covers the whole service.
  const general = path.some((part) => /^\{(?!id\})/.test(part))
  const narrowed =
    resource === '' || general
      ? {}
      : { resource: resource.endsWith('{id}') ? resource : `${resource},${resource}/{id}` }
  return {
    of: { service, verb, ...narrowed },
    splits: ['app', 'user', 'role'],
    log: [
      `service:is:${service}`,
      `verb:is:${verb}`,
      ...(general || resource === '' ? [] : [`resource:starts:${resource}`]),
    ],
    note: t.triggersHelp,
  }
}
