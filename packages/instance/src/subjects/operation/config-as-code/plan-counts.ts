import type { ConfigPlan } from '@millwright/contract/wire/config'

const words = {
  create: ['to create', 'created'],
  change: ['to change', 'changed'],
  adopt: ['to adopt', 'adopted'],
  release: ['to release', 'released'],
  delete: ['to delete', 'deleted'],
} as const

/** How many records a plan concerns, or were changed as planned: `4 created, 1 deleted, 20 unchanged.` */
export function planCounts({ unchanged, ...plan }: Omit<ConfigPlan, 'plan' | 'owner'>): string {
  return `${[...changeCounts(plan), `${unchanged} unchanged`].join(', ')}.`
}

/** How many records are created, changed and so on. */
export function changeCounts({ changes, applied }: Pick<ConfigPlan, 'changes' | 'applied'>): string[] {
  return Object.entries(words).flatMap(([action, [planned, done]]) => {
    const count = changes.filter((change) => change.action === action).length
    return count === 0 ? [] : [`${count} ${applied ? done : planned}`]
  })
}
