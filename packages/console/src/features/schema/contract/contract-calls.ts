import type {
  ContractEnforcement,
  ContractMode,
  DocumentedField,
  DriftChange,
  DriftSeverity,
  DriftSummary,
} from '@millwright/contract/wire/schema-contract'
import { queryOptions } from '@tanstack/react-query'
import { InstanceError } from '../../../instance/instance-error.ts'
import { send } from '../../../instance/send.ts'
import type { Tone } from '../../../ui/badge.tsx'
import { contractMessages } from './messages.ts'

interface ServiceContract {
  readonly mode: ContractMode
  readonly runtime_enforcement: ContractEnforcement
  readonly archive_retention_count: number | null
}

/** The contract of a locked table. */
export interface TableContract {
  readonly version: number
  readonly locked: string
  readonly summary: DriftSummary
  readonly changes: readonly DriftChange[]
}

interface Difference {
  readonly summary: DriftSummary
  readonly changes: readonly DriftChange[]
}

/** Nested under the key of the service's schema, so that both are invalidated together. */
export const contractKey = (service: string) => ['schema', service, 'contract'] as const

const pathOf = (service: string, ...rest: readonly string[]) =>
  ['system/schema_contract', ...[service, ...rest].map(encodeURIComponent)].join('/')

export function serviceContractQuery(service: string) {
  return queryOptions({
    queryKey: contractKey(service),
    staleTime: 0,
    queryFn: async ({ signal }) => (await send<ServiceContract>({ verb: 'GET', path: pathOf(service), signal })).data,
  })
}

/** Resolves to `null` if the table is not locked. */
export function tableContractQuery(service: string, table: string) {
  return queryOptions({
    queryKey: [...contractKey(service), table],
    // The database may change at any time.
    staleTime: 0,
    queryFn: async ({ signal }): Promise<TableContract | null> => {
      try {
        const read = <T>(part: string) => send<T>({ verb: 'GET', path: pathOf(service, 'tables', table, part), signal })
        const [{ data: diff }, { data: snapshot }] = await Promise.all([
          read<Difference>('diff'),
          read<{ contract_version: number; created_date: string }>('snapshot'),
        ])
        return { ...diff, version: snapshot.contract_version, locked: snapshot.created_date }
      } catch (error) {
        if (error instanceof InstanceError && error.status === 404) return null
        throw error
      }
    },
  })
}

export async function changeContract(service: string, change: Partial<ServiceContract>): Promise<void> {
  await send({ verb: 'PATCH', path: pathOf(service), body: change })
}

/** `force`: lock even if the changes may affect callers. */
export async function lockTable(service: string, table: string, force: boolean): Promise<void> {
  await send({ verb: 'POST', path: pathOf(service, 'tables', table, 'lock'), params: { force } })
}

export async function unlockTable(service: string, table: string): Promise<void> {
  await send({ verb: 'DELETE', path: pathOf(service, 'tables', table) })
}

interface Promoted {
  readonly promoted: readonly unknown[]
  readonly needs_review: readonly { readonly table: string }[]
}

/** Updates the locked shapes with changes that need no review; returns a sentence with the result. */
export async function promoteContract(service: string): Promise<string> {
  const { data } = await send<Promoted>({ verb: 'POST', path: pathOf(service, 'promote') })
  const taken = data.promoted.length
  const waiting = data.needs_review.map(({ table }) => table)
  return waiting.length === 0
    ? contractMessages.lockedAgain({ count: taken })
    : contractMessages.lockedAgainSome({ count: taken, tables: waiting.join(', ') })
}

/** What a severity means for API callers. */
export const severityWords: Readonly<Record<DriftSeverity, { readonly label: string; readonly tone: Tone }>> = {
  breaking: {
    label: contractMessages.breaking,
    tone: 'danger',
  },
  potentially_breaking: {
    label: contractMessages.mayBreak,
    tone: 'warning',
  },
  additive: {
    label: contractMessages.additive,
    tone: 'accent',
  },
  cosmetic: {
    label: contractMessages.cosmetic,
    tone: 'neutral',
  },
}

/** A change as a sentence; an unknown kind is shown by its raw name. */
export function changeInWords({ kind, path, detail }: DriftChange): string {
  const subject = subjectOf(path)
  const { from, to } = detail
  switch (kind) {
    case 'table.removed':
      return contractMessages.tableRemoved
    case 'primary_key.changed':
      return contractMessages.primaryKeyChanged({ from: said(from), to: said(to) })
    case 'field.added':
      return added(subject, typeOf(detail.new_field))
    case 'field.removed':
      return gone(subject, typeOf(detail.old_field))
    case 'field.nullable_tightened':
      return contractMessages.nullRefused({ subject })
    case 'field.nullable_relaxed':
      return contractMessages.nullAllowed({ subject })
    case 'field.required_added':
      return contractMessages.isRequiredNow({ subject })
    case 'field.required_removed':
      return contractMessages.notRequired({ subject })
    case 'field.unique_added':
      return contractMessages.uniqueNow({ subject })
    case 'field.enum_value_removed':
      return contractMessages.noLongerTakes({ subject, value: said(from) })
    case 'field.enum_value_added':
      return contractMessages.takesToo({ subject, value: said(to) })
    case 'relationship.added':
      return added(subject, null)
    case 'relationship.removed':
      return gone(subject, null)
    default:
      return plainChange(kind, subject, from, to)
  }
}

/** Describes what changed, with both values if they are short; an unknown kind is shown by its raw name. */
function plainChange(kind: string, subject: string, from: unknown, to: unknown): string {
  const name = kind.slice(kind.indexOf('.') + 1)
  const what = contractMessages.changeWords({ what: name, words: name.replaceAll('_', ' ') })
  const isShort = [from, to].every((value) => value === null || ['string', 'number', 'boolean'].includes(typeof value))
  if (!isShort) return contractMessages.changed({ subject, what })
  return contractMessages.valueChanged({ subject, what, from: said(from), to: said(to) })
}

function subjectOf(path: string): string {
  const [part, name = ''] = path.split('.')
  if (part === 'fields') return contractMessages.field({ name })
  return part === 'relationships' ? contractMessages.relationship({ name }) : contractMessages.theTable
}

function added(subject: string, type: string | null): string {
  return type === null ? contractMessages.wasAdded({ subject }) : contractMessages.fieldAdded({ subject, type })
}

function gone(subject: string, type: string | null): string {
  return type === null ? contractMessages.isGone({ subject }) : contractMessages.fieldRemoved({ subject, type })
}

function typeOf(field: unknown): string | null {
  const { type } = Object(field) as Partial<DocumentedField>
  return typeof type === 'string' ? type : null
}

function said(value: unknown): string {
  if (value === null || value === undefined || value === '') return contractMessages.nothing
  if (Array.isArray(value)) return value.length === 0 ? contractMessages.nothing : value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
