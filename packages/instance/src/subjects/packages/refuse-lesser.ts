import { Problem } from '@millwright/contract/problem'
import type { Verb } from '@millwright/contract/verbs'
import { decide } from '../../access/decide.ts'
import type { Parts } from '../../gateway/parts.ts'
import type { ApiRequest } from '../../request/api-request.ts'
import type { PackagedTypes } from './packaged-types.ts'

/** Refuses with 403 who may not write records of these types: imports ask for no less than the calls that they stand for. */
export async function refuseLesser(
  names: readonly string[],
  overwrite: boolean,
  { request, parts, types }: { readonly request: ApiRequest; readonly parts: Parts; readonly types: PackagedTypes },
): Promise<void> {
  const verbs: readonly Verb[] = overwrite ? ['POST', 'PATCH'] : ['POST']
  for (const name of names) {
    for (const verb of verbs) {
      const asked = { ...request, verb, service: 'system', resource: name }
      if (!decide(asked, []).allowed) throw new Problem(403, `You may not import records of system/${name}.`)
      await types.named.get(name)?.declaration.guard?.(asked, parts, [])
    }
  }
}
