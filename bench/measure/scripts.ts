import { apiPrefix } from '@millwright/contract/headers'
import { recordsOf } from '../../e2e/harness/api.ts'
import { startInstance } from '../../e2e/harness/instance.ts'
import { byTurns, type TurnsResult } from './by-turns.ts'
import { addCaller } from './caller.ts'

export interface ScriptResult extends TurnsResult {
  /** The name in the API. */
  readonly language: string
}

const name = 'system.lookup.get.pre_process'
const path = `${apiPrefix}/system/lookup?limit=1`

const sources = {
  nodejs: "event.request.parameters.limit = '1'",
  php: "$event['request']['parameters']['limit'] = '1';",
  python3: "event.request.parameters.limit = '1'",
}

/** Measures what a warm script that changes every request to a path adds to it, in each language available on this machine. */
export async function measureScripts(rounds: number, requests: number): Promise<readonly ScriptResult[]> {
  await using none = await startInstance({ MILLWRIGHT_SAMPLE: '0' })
  await using scripted = await startInstance({ MILLWRIGHT_SAMPLE: '0' })
  const plain = await addCaller(none)
  const loaded = await addCaller(scripted)
  const { api } = loaded
  const types = recordsOf(await api.call('GET', 'system/script_type'))
  const results: ScriptResult[] = []
  for (const [language, content] of Object.entries(sources)) {
    if (types.find((type) => type.name === language)?.available !== true) continue
    const script = { type: language, content, is_active: true, allow_event_modification: true }
    const { status } = await api.call('POST', `system/event_script/${name}`, script)
    if (status >= 300) throw new Error(`Saving a script gave ${status}`)
    const turns = await byTurns(
      { rounds, requests },
      { url: `${none.url}${path}`, headers: plain.headers },
      { url: `${scripted.url}${path}`, headers: loaded.headers },
    )
    results.push({ language, ...turns })
  }
  return results
}
