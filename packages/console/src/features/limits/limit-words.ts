import {
  type LimitPeriod,
  type LimitScope,
  type LimitType,
  limitTypes,
  periodNames,
} from '@millwright/contract/records/limit'
import { tabWords } from '../../words/tabs/messages.ts'
import { limitMessages } from './messages.ts'

const typeLabels: Readonly<Record<LimitType, string>> = {
  instance: limitMessages.instance,
  'instance.user': tabWords.user,
  'instance.each_user': limitMessages.eachUser,
  'instance.service': tabWords.service,
  'instance.role': tabWords.role,
  'instance.user.service': limitMessages.serviceByUser,
  'instance.each_user.service': limitMessages.serviceEachUser,
  'instance.service.endpoint': limitMessages.endpoint,
  'instance.user.service.endpoint': limitMessages.endpointByUser,
  'instance.each_user.service.endpoint': limitMessages.endpointEachUser,
}

const periodLabels: Readonly<Record<LimitPeriod, string>> = {
  minute: limitMessages.minute,
  hour: limitMessages.hour,
  day: limitMessages.day,
  '7-day': limitMessages.week,
  '30-day': limitMessages.n30Days,
}

/** Returns a type in words; one that only the server knows unchanged. */
export function typeText(type: string): string {
  return isLimitType(type) ? typeLabels[type] : type
}

/** Returns the known types, and the chosen one if only the server knows it. */
export function limitTypeOptions(chosen: string) {
  const known = Object.entries(typeLabels).map(([value, label]) => ({ value, label }))
  return chosen === '' || isLimitType(chosen) ? known : [...known, { value: chosen, label: chosen }]
}

export function periodOptions(chosen: string) {
  const known: { value: string; label: string }[] = periodNames.map((value) => ({ value, label: periodLabels[value] }))
  return chosen === '' || known.some(({ value }) => value === chosen)
    ? known
    : [...known, { value: chosen, label: chosen }]
}

/** Returns the name of a period in messages, whose format does not allow hyphens in names. */
export function periodUnit(period: string | null | undefined): string {
  return { '7-day': 'week', '30-day': 'days' }[period ?? ''] ?? period ?? ''
}

/** Returns a period in words: `per week`; empty if there is none. */
export function perPeriod(period: string | null | undefined): string {
  if (!period) return ''
  return limitMessages.per({ unit: periodUnit(period), period })
}

/** Returns which fields a type of limit has; `null` for a type that only the server knows. */
export function scopeOf(type: string): LimitScope | null {
  return isLimitType(type) ? limitTypes[type] : null
}

function isLimitType(type: string): type is LimitType {
  return Object.hasOwn(limitTypes, type)
}
