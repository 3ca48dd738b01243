import { messageOf } from '@millwright/connector/error-words'
import { Problem } from '@millwright/contract/problem'
import type { ConfigLayout, ConfigPlan } from '@millwright/contract/wire/config'
import type { Log } from '../../../platform/log.ts'
import type { ReadinessCheck } from '../../../platform/readiness.ts'
import type { Config } from '../../../platform/settings/config.ts'
import type { StartConfiguration } from '../../../platform/settings/config-parts.ts'
import { inConfigurationTurn } from '../../../store/setup-lock.ts'
import type { Store } from '../../../store/store.ts'
import type { Operate } from '../operator/operate.ts'
import { awaitedSetting } from '../seed/seed.ts'
import { folderRequest, placedRefusal } from './folder/folder-request.ts'
import { planCounts } from './plan-counts.ts'

interface StartParts {
  readonly config: Pick<Config, 'configuration'>
  readonly store: Store
  readonly operate: Operate
  readonly log: Log
}

/**
 * Applies the configured folder before a node is ready, one node after another, so that only the first has something to do. Returns what
 * readiness tells about it, or `null` if there is no folder. If it is refused, an instance keeps the configuration that it has, except that a
 * new one has none: then this throws a sentence (docs/wire/config.md).
 */
export async function applyAtStart({ config, store, operate, log }: StartParts): Promise<ReadinessCheck | null> {
  const { configuration } = config
  const isFirst = await isAwaited(store)
  if (configuration === null) {
    // Somebody decided otherwise, and may have made records by hand that no later start may take over.
    if (isFirst) await applied(store)
    return null
  }
  try {
    const plan = await inConfigurationTurn(store, () => patiently(() => apply(configuration, operate, isFirst)))
    if (isFirst) await applied(store)
    log(`Configuration in ${configuration.folder}: ${planCounts(plan)}`, 'info')
    return check(null)
  } catch (error) {
    const refused = `The configuration in ${configuration.folder} is refused: ${firstLine(messageOf(error))}`
    if (isFirst) throw new Error(refused, { cause: error })
    log(`${refused} The instance keeps the configuration that it had.`, 'warn')
    return check('The configuration is refused, and the instance keeps the one that it had. The log has the reason.')
  }
}

/** All faults of a folder have a line each. */
function firstLine(message: string): string {
  const [first = '', ...more] = message.split('\n')
  if (more.length === 0) return first
  return more.length === 1 ? `${first} There is 1 more problem.` : `${first} There are ${more.length} more problems.`
}

const check = (reason: string | null): ReadinessCheck => ({ name: 'configuration', needed: false, check: () => reason })

async function isAwaited({ db }: Store): Promise<boolean> {
  const row = await db.selectFrom('setting').select('name').where('name', '=', awaitedSetting).executeTakeFirst()
  return row !== undefined
}

async function applied({ db }: Store): Promise<void> {
  await db.deleteFrom('setting').where('name', '=', awaitedSetting).execute()
}

const attempts = 3

/** Tries again after another apply was faster. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Problem) || error.reason !== 'stale' || attempt === attempts) throw error
    }
  }
}

/** `isFirst`: what exists without an owner is what the instance was made with, and can be taken over. */
async function apply(
  { folder, overlay, env }: StartConfiguration,
  operate: Operate,
  isFirst: boolean,
): Promise<ConfigPlan> {
  // The shapes are those of the instance's own answers.
  const layout = (await operate({ verb: 'GET', path: 'system/config/layout' })) as ConfigLayout
  const options = { folder, overlay, adopt: isFirst, prune: true, allow_destroy: false, plan: null }
  const { payload, records } = await folderRequest(options, layout, env)
  try {
    return (await operate({ verb: 'POST', path: 'system/config', payload })) as ConfigPlan
  } catch (error) {
    if (error instanceof Problem && error.reason === 'stale') throw error
    throw placedRefusal(error, records)
  }
}
