import { describe, expect, it } from 'vitest'
import type { ApiRequest } from '../../../request/api-request.ts'
import { sentValueProblem } from '../../../request/body.ts'
import { createCallApi } from './call-api.ts'
import { changedRequest } from './events/changed-request.ts'

const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: [nested(levels - 1)] })
const wrong = [
  ['a null character', { name: 'a\0' }, 'null characters'],
  ['a null character in a name', [{ 'a\0': 1 }], 'null characters'],
  ['half a character', { resource: ['\ud800'] }, 'unpaired surrogates'],
  ['too many levels', nested(51), 'deeper than 100 levels'],
] as const

it('bodies follow the rules for bodies over HTTP', () => {
  for (const [, value, sentence] of wrong) expect(sentValueProblem(value)).toContain(sentence)
  for (const fine of [undefined, null, 5, 'a 🙂', [], nested(50)]) expect(sentValueProblem(fine)).toBeNull()
})

describe.each(wrong)('%s', (_what, payload, sentence) => {
  it('is rejected in a call', async () => {
    const never = () => Promise.reject(new Error('It was made.'))
    const api = createCallApi({
      forward: never,
      uploads: never,
      outside: never,
      values: { call: never },
      longest: 1,
      recordCall: never,
      log: never,
    })
    const caller = { user: null, app: null, role: null, sysadmin: false, token: null, sentKey: false }
    const by = { caller, sentToken: null, origin: '', address: '' }
    const call = { verb: 'POST', path: 'db/_table/a', payload, headers: {}, parameters: {} }
    await expect(api(by)(call, new AbortController().signal)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(sentence),
    })
  })

  it('is rejected in a request that a script changed', () => {
    const request: ApiRequest = {
      verb: 'POST',
      service: 'db',
      resource: '_table/a',
      params: {},
      headers: {},
      payload: {},
      payloadFormat: 'json',
      sentToken: null,
      requestor: 'API',
      origin: '',
      address: '',
      caller: { user: null, app: null, role: null, sysadmin: false, token: null, sentKey: false },
    }
    for (const after of [{ payload }, { content: JSON.stringify(payload) }]) {
      const change = () => changedRequest(request, { request: { payload: {} } }, { request: after })
      expect(change).toThrow(sentence)
    }
  })
})
