import type { Limit, LimitUse } from '@millwright/contract/records/limit'
import type { FormProblem } from '../../widgets/form/editor-frame/form-problem.ts'
import type { PanelDeclaration } from '../../widgets/form/editor-frame/use-editor.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { scopeOf } from './limit-words.ts'
import { limitMessages } from './messages.ts'

type Chosen = { readonly id: number; readonly label: string; readonly inactive?: boolean } | null

/** The form of a limit, with the field names of the API, so that errors map to their fields. */
export type LimitDraft = {
  readonly name: string
  readonly description: string
  /** Empty until one is chosen; likewise for the period. */
  readonly type: string
  readonly service_id: Chosen
  readonly user_id: Chosen
  readonly endpoint: string
  readonly role_id: Chosen
  readonly rate: string
  readonly period: string
  /** `any`, or the limited verb. */
  readonly verb: string
  readonly is_active: boolean
}

export interface Named {
  readonly id?: number
  readonly name?: string | null
  readonly is_active?: boolean
}

/** A limit, as returned by any server. */
export type LimitRecord = Partial<Limit> & {
  readonly service_by_service_id?: Named | null
  readonly user_by_user_id?: Named | null
  readonly role_by_role_id?: Named | null
  readonly limit_cache_by_limit_id?: readonly LimitUse[] | null
}

export const anyVerb = 'any'

export const limitLabels = {
  name: limitMessages.limitName,
  description: tabWords.description,
  type: limitMessages.limitType,
  service_id: tabWords.service,
  user_id: tabWords.user,
  endpoint: limitMessages.endpoint,
  role_id: tabWords.role,
  rate: limitMessages.limitRate,
  period: limitMessages.limitPeriod,
  verb: tabWords.verb,
  is_active: tabWords.active,
} as const satisfies { readonly [K in keyof LimitDraft]: string }

export const limitRelations = [
  'service_by_service_id',
  'role_by_role_id',
  'user_by_user_id',
  'limit_cache_by_limit_id',
] as const

export const limitEditing: PanelDeclaration<LimitRecord, LimitDraft> = {
  collection: 'system/limit',
  params: { fields: '*', related: limitRelations.join(',') },
  labels: limitLabels,
  toDraft: draftOfLimit,
  toCopy: draftOfLimitCopy,
  toCreate: (draft) => limitToSend(draft, null),
  toUpdate: limitToSend,
  check: checkLimit,
  notice: (found) => ({ title: limitMessages.wrong, text: firstProblem(found) }),
}

/** Returns the form of a limit, or of a new one if there is no record. */
export function draftOfLimit(record: LimitRecord | null): LimitDraft {
  return {
    name: record?.name ?? '',
    description: record?.description ?? '',
    type: record?.type ?? '',
    service_id: chosenOf(record?.service_id, record?.service_by_service_id, tabWords.service),
    user_id: chosenOf(record?.user_id, record?.user_by_user_id, tabWords.user),
    endpoint: record?.endpoint ?? '',
    role_id: chosenOf(record?.role_id, record?.role_by_role_id, tabWords.role),
    rate: record?.rate === undefined || record.rate === null ? '' : String(record.rate),
    period: record?.period ?? '',
    verb: record?.verb ?? anyVerb,
    is_active: record === null || record.is_active !== false,
  }
}

/** Returns the form of a copy, which has its own counter. */
export function draftOfLimitCopy(record: LimitRecord): LimitDraft {
  const draft = draftOfLimit(record)
  return { ...draft, name: limitMessages.copy({ name: draft.name }) }
}

/** Returns the form of a new limit per minute on the requests with a role, or on those of one user. */
export function draftOfLimitFor(of: 'role' | 'user', record: Named, name: string): LimitDraft {
  const chosen = chosenOf(record.id, record, tabWords[of])
  return {
    ...draftOfLimit(null),
    name,
    type: `instance.${of}`,
    [`${of}_id`]: chosen,
    period: 'minute',
  }
}

function chosenOf(id: number | null | undefined, related: Named | null | undefined, word: string): Chosen {
  if (id === null || id === undefined) return null
  return { id, label: related?.name || `${word} ${id}`, ...(related?.is_active === false && { inactive: true }) }
}

/** Returns the body of a create or update: only the fields of its type; those of an unknown type stay unchanged. */
export function limitToSend(draft: LimitDraft, record: LimitRecord | null): Record<string, unknown> {
  const scope = scopeOf(draft.type)
  const description = draft.description.trim()
  const endpoint = draft.endpoint.trim()
  return {
    name: draft.name.trim(),
    description: description === '' ? (record?.description === '' ? '' : null) : description,
    type: draft.type,
    rate: Number(draft.rate.trim()),
    period: draft.period,
    verb: draft.verb === anyVerb ? null : draft.verb,
    is_active: draft.is_active,
    ...(scope && {
      user_id: scope.user === 'one' ? (draft.user_id?.id ?? null) : null,
      role_id: scope.role ? (draft.role_id?.id ?? null) : null,
      service_id: scope.service ? (draft.service_id?.id ?? null) : null,
      endpoint: scope.endpoint && endpoint !== '' ? endpoint : null,
    }),
  }
}

/** Validates the form before it is sent, with problems in the order in which they should be fixed; returns `null` if there are none. */
export function checkLimit(draft: LimitDraft): FormProblem | null {
  const scope = scopeOf(draft.type)
  const rate = draft.rate.trim()
  const found: [keyof LimitDraft, string | false][] = [
    ['type', draft.type === '' && limitMessages.typeMissing],
    ['name', draft.name.trim() === '' && limitMessages.nameMissing],
    ['rate', rate === '' ? limitMessages.rateMissing : !/^\d+$/.test(rate) && limitMessages.rateWrong],
    ['period', draft.period === '' && limitMessages.periodMissing],
    ['service_id', scope?.service === true && draft.service_id === null && limitMessages.serviceMissing],
    ['user_id', scope?.user === 'one' && draft.user_id === null && limitMessages.userMissing],
    ['endpoint', scope?.endpoint === true && draft.endpoint.trim() === '' && limitMessages.endpointMissing],
    ['role_id', scope?.role === true && draft.role_id === null && limitMessages.roleMissing],
  ]
  const fields = Object.fromEntries(found.filter((entry): entry is [keyof LimitDraft, string] => entry[1] !== false))
  return Object.keys(fields).length > 0 ? { fields, general: [] } : null
}

/** Returns the message to announce: the first problem to fix. */
export function firstProblem({ fields }: FormProblem): string {
  if (fields.type !== undefined) return limitMessages.typeUnchosen
  return Object.values(fields)[0] ?? ''
}
