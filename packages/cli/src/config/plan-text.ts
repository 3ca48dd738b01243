import { counted } from '@millwright/connector/counted'
import type { ConfigChange, ConfigDifference, ConfigPlan } from '@millwright/contract/wire/config'
import { printable } from '@millwright/instance/platform/plain-text'
import { changeCounts, planCounts } from '@millwright/instance/subjects/operation/config-as-code/plan-counts'

const signs = { create: '+', change: '~', adopt: '=', release: '-', delete: '-' } as const
const colours = { create: 32, change: 33, adopt: 36, release: 36, delete: 31 } as const
const longest = 100

/** The lines that show a plan, or what was applied, to people. `coloured`: for a terminal. */
export function planText(plan: ConfigPlan, coloured: boolean): string[] {
  if (plan.changes.length === 0) return ['No changes.']
  const lines = plan.changes.flatMap((change) => [headline(change, coloured), ...details(change).map(printable)])
  return [...lines, '', ...byKind(plan), planCounts(plan)]
}

/** A line for each kind of record, if there are several. */
function byKind({ changes, applied }: ConfigPlan): string[] {
  const kinds = [...Map.groupBy(changes, ({ type }) => type)]
  return kinds.length < 2
    ? []
    : kinds.map(([type, own]) => `${type}: ${changeCounts({ changes: own, applied }).join(', ')}`)
}

function headline({ action, type, name, file }: ConfigChange, coloured: boolean): string {
  const text = printable(`${signs[action]} ${type} ${name}${file === undefined ? '' : `  (${file})`}`)
  return coloured ? `\u001b[${colours[action]}m${text}\u001b[0m` : text
}

function details({ action, differences, dependents = [], requests_30d, destroys, loses = [], same_as }: ConfigChange) {
  if (action === 'release') return ['    is no longer managed, but stays: it cannot be deleted']
  if (action === 'adopt') return ['    is managed from now on, and stays as it is']
  const uses = dependents.map(({ resource, names, count }) => {
    const more = count > names.length ? ` and ${count - names.length} more` : ''
    return `    in use by ${resource} ${names.join(', ')}${more}`
  })
  return [
    ...(action === 'change' ? differences.map(difference) : []),
    ...(same_as === undefined ? [] : [`    is as '${same_as}', which is deleted: a new name makes a new record`]),
    ...loses.map((sentence) => `    ${sentence}`),
    ...uses,
    ...(requests_30d === undefined ? [] : [`    ${counted(requests_30d, 'request')} in the last 30 days`]),
    ...(destroys === true ? ['    its data can no longer be reached through the instance'] : []),
  ]
}

function difference({ field, from, to }: ConfigDifference): string {
  if (from === undefined && to === undefined) return `    ${field}: (secret)`
  return `    ${field}: ${short(from)} → ${short(to)}`
}

function short(value: unknown): string {
  const text = JSON.stringify(value ?? null)
  return text.length <= longest ? text : `${text.slice(0, longest)}…`
}
