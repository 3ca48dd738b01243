import type { Instruments } from './platform/instruments/instruments.ts'
import type { Readiness, ReadinessCheck } from './platform/readiness.ts'
import { version } from './platform/version.ts'
import type { Store } from './store/store.ts'

/** Whether no other process serves the instance, and writes to its folder. */
export const isAlone = ({ engine, siblings }: Store): boolean => !engine.store.isShared && siblings === null

/** The checks of the instance's own database, and of the changes that other nodes make in it. */
export function storeChecks(store: Store): readonly ReadinessCheck[] {
  const { statements, changes } = store
  const readable = async () => {
    await statements.first('select name from setting limit 1', [])
    return null
  }
  return [
    { name: 'store', check: readable },
    // A node that hears of no changes is slower, as it keeps nothing in its caches, but it is correct.
    ...(isAlone(store) ? [] : [{ name: 'changes', needed: false, check: () => changes.interruption }]),
  ]
}

/** What a node needs besides itself, by the check that fails without it. */
const dependencies = { store: 'database', changes: 'notifications', redis: 'redis', files: 'shared_files' } as const

/** Exposes the checks of a node as metrics (docs/operate/metrics.md). */
export function watchNode(
  instruments: Instruments,
  { readiness, store }: { readonly readiness: Readiness; readonly store: Store },
): void {
  const labels = { version, node_version: process.version, store: store.engine.name }
  instruments.watch('millwright_build_info', () => [{ value: 1, labels }])
  instruments.watch('millwright_ready', async () => {
    const { checks } = await readiness.report()
    return Object.entries(checks).map(([check, found]) => ({ value: found === 'ok' ? 1 : 0, labels: { check } }))
  })
  instruments.watch('millwright_dependency_up', async () => {
    const { checks } = await readiness.report()
    return Object.entries(dependencies).flatMap(([check, dependency]) => {
      const found = checks[check]
      return found === undefined ? [] : [{ value: found === 'ok' ? 1 : 0, labels: { dependency } }]
    })
  })
}
