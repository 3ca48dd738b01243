import { describe, expect, it } from 'vitest'
import type { ApiRequest, ApiResponse } from '../../../../request/api-request.ts'
import { instanceCaller } from '../../../../request/caller.ts'
import { testClock } from '../../../../testing/test-clock.ts'
import { openTestStore } from '../../../../testing/test-store.ts'
import { createImportJournals } from './import-journal.ts'

describe('an import on one of several nodes', () => {
  async function nodes(answer = async (_: number): Promise<ApiResponse> => ({ status: 200, body: {} })) {
    const clock = testClock()
    const test = await openTestStore('postgres', clock)
    const undone: string[] = []
    const told: string[] = []
    const call = ({ verb, service, resource }: ApiRequest) => {
      undone.push(`${verb} ${service}/${resource}`)
      return answer(undone.length)
    }
    const config = { dataFolder: test.dataFolder, publicUrl: null, port: 0 }
    const node = () =>
      createImportJournals({ store: test.store, clock, config, call, log: (text) => void told.push(text) })
    return { clock, test, undone, told, node }
  }
  const file = (path: string) => ({ kind: 'file', service: 'files', path }) as const
  const somebody = instanceCaller('test')

  it('is undone by one other node when its own shows no sign of life, and may do nothing more itself', async () => {
    const { clock, test, undone, told, node } = await nodes()
    const own = node()
    const one = node()
    const other = node()
    const both = () => Promise.all([one.look(), other.look()])
    await expect(
      own.during(somebody, async (journal) => {
        await journal.note(file('a'))
        const forget = await journal.note(file('of somebody else'))
        await forget()
        await journal.note(file('b'))
        await both()
        expect(undone).toEqual([])
        clock.advance(61)
        await both()
        expect(undone).toEqual(['DELETE files/b', 'DELETE files/a'])
        await journal.note(file('c'))
      }),
    ).rejects.toMatchObject({ status: 503 })
    expect(undone).toHaveLength(2)
    expect(told).toEqual([])
    await test.close()
  })

  it('stays pending until it can be undone, from where it stopped', async () => {
    const { test, undone, told, node } = await nodes(async (count) => {
      if (count === 2) throw new Error('away')
      return { status: 200, body: {} }
    })
    await expect(
      node().during(somebody, async (journal) => {
        for (const path of ['a', 'b', 'c']) await journal.note(file(path))
        throw new Error('refused')
      }),
    ).rejects.toThrow('refused')
    expect(told).toEqual(['Rolling back an import will be retried later: away'])
    await node().look()
    expect(undone).toEqual(['DELETE files/c', 'DELETE files/b', 'DELETE files/b', 'DELETE files/a'])
    await node().look()
    expect(undone).toHaveLength(4)
    await test.close()
  })

  it('is undone but for a file whose copy is on the disk of another node, which stays pending', async () => {
    const { test, undone, told, node } = await nodes()
    await expect(
      node().during(somebody, async (journal) => {
        await journal.note(file('a'))
        await journal.note({ kind: 'content', service: 'files', path: 'replaced', copy: '1' })
        throw new Error('refused')
      }),
    ).rejects.toThrow('refused')
    expect(undone).toEqual(['DELETE files/a'])
    expect(told).toEqual([expect.stringMatching(/^Rolling back an import will be retried later: ENOENT/)])
    await node().look()
    expect(undone).toEqual(['DELETE files/a'])
    await test.close()
  })
})
