import { Problem } from '@millwright/contract/problem'
import type { Verb } from '@millwright/contract/verbs'
import { decide } from '../access/decide.ts'
import type { ApiRequest } from '../gateway/api-request.ts'
import type { Parts } from '../parts.ts'
import { typeNamed } from './packaged-types.ts'

/** Refuses with 403 who may not write records of these types: imports ask for no less than the calls that they stand for. */
export async function refuseLesser(
  types: readonly string[],
  overwrite: boolean,
  { request, parts }: { readonly request: ApiRequest; readonly parts: Parts },
): Promise<void> {
  const verbs: readonly Verb[] = overwrite ? ['POST', 'PATCH'] : ['POST']
  for (const name of types) {
    for (const verb of verbs) {
      const asked = { ...request, verb, service: 'system', resource: name }
      if (!decide(asked, []).allowed) throw new Problem(403, `You may not import records of system/${name}.`)
      await typeNamed.get(name)?.declaration.guard?.(asked, parts, [])
    }
  }
}
