import { searchFilter } from '@millwright/contract/filter/print'
import { describe, expect, it } from 'vitest'
import { testInstance } from '../../testing/test-instance.ts'
import { engines } from '../../testing/test-store.ts'

describe.each(engines)('searching on %s', (engine) => {
  it('takes backslashes and quotes literally, and % and _ as wildcards', async () => {
    const { send, root } = await testInstance({ engine })
    const names = ['a\\b', 'ab', '"q"', 'x%', 'xyz']
    await send('POST', 'system/role', { as: root, body: names.map((name) => ({ name })) })
    const found = async (text: string) => {
      const filter = encodeURIComponent(searchFilter(['name', 'description'], text) ?? '')
      const path = `system/role?fields=name&order=name&filter=${filter}`
      const { body } = await send<{ resource: { name: string }[] }>('GET', path, { as: root })
      return body.resource.map(({ name }) => name)
    }
    expect(await found('A\\B')).toEqual(['a\\b'])
    expect(await found('\\')).toEqual(['a\\b'])
    expect(await found('"q"')).toEqual(['"q"'])
    expect(await found('x_')).toEqual(['x%', 'xyz'])
    expect(await found('a%b')).toEqual(['a\\b', 'ab'])
  })
})
