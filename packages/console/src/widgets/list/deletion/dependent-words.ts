import type { DependentGroup } from '@millwright/contract/wire/dependents'
import { t } from './messages.ts'

/** `3 apps`, for any resource. */
export function countedDependents({ resource, count }: Pick<DependentGroup, 'resource' | 'count'>): string {
  return t.dependents({ resource, count, name: resource.replaceAll('_', ' ') })
}

/** The known names and the number of others. */
export function dependentNames({ names, count }: Pick<DependentGroup, 'names' | 'count'>): string {
  const more = count - names.length
  return more > 0 ? t.andMore({ names: names.join(', '), more }) : names.join(', ')
}
