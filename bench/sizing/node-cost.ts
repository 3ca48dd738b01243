import { apiPrefix, sessionTokenHeader } from '@millwright/contract/headers'
import autocannon from 'autocannon'
import { recordsOf, signIn } from '../../e2e/harness/api.ts'
import { firstAdmin, type Settings, startInstance } from '../../e2e/harness/instance.ts'
import { busyProcessors } from './processes.ts'

export interface NodeCost {
  readonly request: string
  /** Number of processors that a node keeps busy at a thousand requests per second. */
  readonly processors: number
  /** Resident memory at that load, in MB. */
  readonly memory: number
}

const rate = 1_000
/** A node that has just started is slower until the JIT has compiled its code. */
const seconds = { warm: 10, measured: 10 }

/** Measures what a node uses at a thousand requests per second of each kind, or at its maximum if that is lower. */
export async function measureNode(settings: Settings): Promise<readonly NodeCost[]> {
  await using node = await startInstance(settings)
  const api = await signIn(node.url, firstAdmin)
  const [table = ''] = recordsOf(await api.call('GET', 'sample/_table')).map(({ name }) => String(name))
  const paths = {
    'nothing stored: `system/environment`': 'system/environment',
    'one record of the instance by its ID': 'system/admin/1',
    '25 rows of a table': `sample/_table/${table}?limit=25`,
  }
  const costs: NodeCost[] = []
  for (const [request, path] of Object.entries(paths)) {
    const load = autocannon({
      url: `${node.url}${apiPrefix}/${path}`,
      headers: { [sessionTokenHeader]: api.token },
      connections: 20,
      overallRate: rate,
      duration: seconds.warm + seconds.measured,
    })
    await busyProcessors(() => [node.pid], seconds.warm)
    const processors = await busyProcessors(() => [node.pid], seconds.measured - 1)
    const memory = node.memory() ?? Number.NaN
    const { non2xx, errors, requests } = await load
    if (non2xx + errors > 0) throw new Error(`${non2xx + errors} requests to ${path} failed`)
    costs.push({ request, processors: (processors * rate) / requests.average, memory })
  }
  return costs
}
