import {
  type LimitPeriod,
  type LimitScope,
  type LimitType,
  limitTypes,
  periodNames,
} from '@millwright/contract/records/limit'

const typeLabels: Readonly<Record<LimitType, string>> = {
  instance: 'Instance',
  'instance.user': 'User',
  'instance.each_user': 'Each User',
  'instance.service': 'Service',
  'instance.role': 'Role',
  'instance.user.service': 'Service by User',
  'instance.each_user.service': 'Service by Each User',
  'instance.service.endpoint': 'Endpoint',
  'instance.user.service.endpoint': 'Endpoint by User',
  'instance.each_user.service.endpoint': 'Endpoint by Each User',
}

const periodLabels: Readonly<Record<LimitPeriod, string>> = {
  minute: 'Minute',
  hour: 'Hour',
  day: 'Day',
  '7-day': 'Week',
  '30-day': '30 Days',
}

/** The types there are, and besides one that only the server knows. */
export function typeOptions(chosen: string) {
  const known = Object.entries(typeLabels).map(([value, label]) => ({ value, label }))
  return chosen === '' || isLimitType(chosen) ? known : [...known, { value: chosen, label: chosen }]
}

export function periodOptions(chosen: string) {
  const known: { value: string; label: string }[] = periodNames.map((value) => ({ value, label: periodLabels[value] }))
  return chosen === '' || known.some(({ value }) => value === chosen)
    ? known
    : [...known, { value: chosen, label: chosen }]
}

/** A period in a sentence: `per week`; empty where there is none. */
export function perPeriod(period: string | null | undefined): string {
  if (!period) return ''
  const label = periodNames.find((name) => name === period)
  return `per ${label ? periodLabels[label].toLowerCase() : period}`
}

/** What a type of limit has to name; null of a type that only the server knows. */
export function scopeOf(type: string): LimitScope | null {
  return isLimitType(type) ? limitTypes[type] : null
}

function isLimitType(type: string): type is LimitType {
  return Object.hasOwn(limitTypes, type)
}
