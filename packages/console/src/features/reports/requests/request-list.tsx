import type { RequestLogEntry } from '@millwright/contract/records/request-log'
import { refusalReasons, usageOutcomes } from '@millwright/contract/wire/usage'
import { formatBytes } from '../../../language/byte-words.ts'
import { durationWords } from '../../../language/duration-words.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { outcomeWord, reasonWords } from '../../../widgets/charts/usage/usage-words.ts'
import type { ColumnOf, FilterColumn, ListDeclaration } from '../../../widgets/records/list-declaration/declaration.ts'
import { RecordName } from '../../../widgets/records/record-picker/record-name.tsx'
import {
  appSource,
  type RecordSource,
  roleSource,
  userSource,
} from '../../../widgets/records/record-picker/record-source.ts'
import { commonWords } from '../../../words/messages.ts'
import { tabWords } from '../../../words/tabs/messages.ts'
import { listMessages } from '../list-messages.ts'
import { t } from './messages.ts'

/** Administrators make requests, too. */
export const personSources: readonly RecordSource[] = [userSource, { ...userSource, collection: 'system/admin' }]

const idOrNull = (id: unknown): number | null => (typeof id === 'number' ? id : null)
const idText = (id: unknown): string => (typeof id === 'number' ? String(id) : '')

const columns = (): readonly ColumnOf<'system/request_log', ListedRequest>[] => [
  { field: 'at', label: t.time, kind: 'date', width: 120 },
  { field: 'verb', label: tabWords.verb, kind: 'text', width: 88, mono: true },
  {
    field: 'resource',
    label: tabWords.path,
    kind: 'text',
    width: 250,
    grow: true,
    link: true,
    mono: true,
    narrow: true,
    text: pathOf,
  },
  {
    field: 'status',
    label: t.status,
    kind: 'number',
    width: 84,
    narrow: true,
    render: (request) => <Badge tone={toneOf(request)}>{request.status}</Badge>,
  },
  {
    field: 'reason',
    label: t.reason,
    kind: 'text',
    width: 164,
    filterable: false,
    text: ({ reason }) => (reason ? reasonWords(reason) : ''),
  },
  {
    field: 'duration_ms',
    label: t.duration,
    kind: 'number',
    width: 96,
    text: ({ duration_ms: ms }) => (ms === undefined ? '' : durationWords(ms)),
  },
  {
    field: 'app_id',
    label: tabWords.app,
    kind: 'number',
    width: 116,
    filterable: false,
    text: ({ app_id: id }) => idText(id),
    render: ({ app_id: id }) => <RecordName sources={[appSource]} id={idOrNull(id)} />,
  },
  {
    field: 'user_id',
    label: tabWords.user,
    kind: 'number',
    width: 124,
    filterable: false,
    text: ({ user_id: id }) => idText(id),
    render: ({ user_id: id }) => <RecordName sources={personSources} id={idOrNull(id)} />,
  },
  {
    field: 'role_id',
    label: tabWords.role,
    kind: 'number',
    width: 120,
    hidden: true,
    filterable: false,
    text: ({ role_id: id }) => idText(id),
    render: ({ role_id: id }) => <RecordName sources={[roleSource]} id={idOrNull(id)} />,
  },
  { field: 'slow', label: t.slow, kind: 'boolean', width: 68, hidden: true },
  {
    field: 'bytes_out',
    label: t.size,
    kind: 'number',
    width: 88,
    hidden: true,
    text: ({ bytes_out: bytes }) => (typeof bytes === 'number' ? formatBytes(bytes) : ''),
  },
  { field: 'rows', label: tabWords.rows, kind: 'number', width: 76, hidden: true },
  { field: 'requestor', label: t.requestor, kind: 'text', width: 96, hidden: true },
  { field: 'client', label: t.program, kind: 'text', width: 140, hidden: true },
  { field: 'address', label: t.network, kind: 'text', width: 140, hidden: true, mono: true },
  { field: 'request_id', label: t.requestId, kind: 'text', width: 260, hidden: true, mono: true },
]

/** Excludes the console's requests. */
export const withoutOwn = '(own = false)'

const filters = (): readonly FilterColumn[] => [
  {
    field: 'own',
    label: t.consoleOnly,
    kind: 'choice',
    options: [
      { value: 'without', label: t.withoutConsole },
      { value: 'only', label: t.onlyConsole },
    ],
    condition: (value) => (value === 'only' ? '(own = true)' : withoutOwn),
  },
  choice('outcome', t.outcome, usageOutcomes, outcomeWord),
  choice('reason', t.reason, refusalReasons, reasonWords),
  { field: 'service', label: tabWords.service, kind: 'text' },
  { field: 'app_id', label: tabWords.app, kind: 'record', source: appSource },
  { field: 'user_id', label: tabWords.user, kind: 'record', source: userSource },
  { field: 'role_id', label: tabWords.role, kind: 'record', source: roleSource },
  { field: 'limit_id', label: t.limit, kind: 'number' },
]

function choice(field: string, label: string, names: readonly string[], word: (name: string) => string): FilterColumn {
  return {
    field,
    label,
    kind: 'choice',
    options: names.map((value) => ({ value, label: word(value) })),
    condition: (value) => `(${field} = ${JSON.stringify(value)})`,
  }
}

/** The API requests in the request log, latest first. */
export const requestList = (): ListDeclaration<ListedRequest> => ({
  collection: 'request_log',
  path: '/reports/requests',
  one: t.one,
  many: t.many,
  nameOf: requestLine,
  columns: columns(),
  filters: filters(),
  searchFields: ['service', 'resource', 'request_id', 'address', 'client'],
  messages: listMessages({ loadFailed: t.loadFailed, empty: t.empty, purpose: t.purpose, noMatch: t.noMatch }),
  readOnly: true,
  // Entries of different nodes are written out of order.
  sort: { field: 'at', down: true },
  importExport: true,
})

export type ListedRequest = Partial<RequestLogEntry> & { readonly [field: string]: unknown }

/** `db/_table/orders/{id}`. */
export function pathOf({ service, resource }: ListedRequest): string {
  return [service, resource].filter(Boolean).join('/')
}

/** `GET db/_table/orders/{id}`. */
export function requestLine(request: ListedRequest): string {
  return `${request.verb ?? ''} ${pathOf(request)}`.trim()
}

/** Returns the colour of a request: server errors take precedence over client errors. */
export function toneOf({ status = 0, outcome }: ListedRequest): Tone {
  if (status >= 500) return 'danger'
  if (outcome === 'aborted') return 'neutral'
  return status >= 400 ? 'warning' : 'neutral'
}

/** A part of a request's duration. */
interface TimePart {
  readonly id: 'script' | 'database' | 'remote' | 'rest'
  readonly label: string
  readonly ms: number
  /** Fraction of the duration, from 0 to 1. */
  readonly share: number
}

/**
 * Breaks down the duration of a request. Concurrent work counts more than once, so that the sum may exceed the duration: the parts are then
 * scaled to it.
 */
export function timeParts({ duration_ms: whole = 0, parts }: ListedRequest): readonly TimePart[] {
  const named = [
    { id: 'script', label: commonWords.scripts, ms: parts?.script ?? 0 },
    { id: 'database', label: t.database, ms: parts?.database ?? 0 },
    { id: 'remote', label: t.remote, ms: parts?.remote ?? 0 },
  ] as const
  const sum = named.reduce((all, { ms }) => all + ms, 0)
  const all = Math.max(whole, sum, 1)
  const rest = { id: 'rest' as const, label: t.theInstanceItself, ms: Math.max(0, whole - sum) }
  return [...named, rest].filter(({ ms }) => ms > 0).map((part) => ({ ...part, share: part.ms / all }))
}

/** Returns the URL after the API prefix, with placeholders for what the log does not contain: `{id}` and `?`. */
export function requestAddress(request: ListedRequest): string {
  return `${pathOf(request)}${request.query ? `?${request.query}` : ''}`
}

/** Returns the query of the Roles tab that explains a rejected request. */
export function explainSearch(request: ListedRequest, by: 'user' | 'admin') {
  const { app_id: app, user_id: person, verb } = request
  return {
    ...(typeof person === 'number' && { by, person }),
    ...(typeof app === 'number' && { app }),
    ...(verb !== undefined && { verb }),
    path: pathOf(request),
  }
}
