import { apiPrefix, sessionTokenHeader } from '@millwright/contract/headers'
import autocannon from 'autocannon'
import { recordsOf, signIn } from '../../e2e/harness/api.ts'
import { firstAdmin, type Settings, startInstance } from '../../e2e/harness/instance.ts'
import { busyProcessors } from './processes.ts'

export interface NodeCost {
  readonly request: string
  /** Processors that a node keeps busy with a thousand of them a second. */
  readonly processors: number
  /** Resident memory meanwhile, in MB. */
  readonly memory: number
}

const rate = 1_000
/** A node that has just started is slower for as long as its code is compiled. */
const seconds = { warm: 10, measured: 10 }

/** What a node takes for a thousand requests a second of each kind; less where it cannot answer as many. */
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
