import { text } from 'node:stream/consumers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fixture } from '../../../../testing/fixture.ts'
import { openS3StandIn, type S3StandIn } from '../suite/s3-stand-in.ts'
import { standInKeys } from '../suite/stand-in-signature.ts'
import { s3Settings } from './s3-client.ts'
import { createS3Storage } from './s3-storage.ts'

const bytes = (content: string) => new TextEncoder().encode(content)

const storageIn = (store: S3StandIn) =>
  fixture(
    async () => createS3Storage(s3Settings({ ...standInKeys, endpoint: store.endpoint, container: store.bucket })),
    async ({ close }) => close?.(),
  )

describe('a store that ignores name encoding and conditions', () => {
  const store = fixture(
    () => openS3StandIn(),
    ({ close }) => close(),
  )
  const storage = storageIn(store)
  beforeAll(() => {
    store.lesser = true
  })

  it('moves and removes its files correctly', async () => {
    const odd = [' a + %20 & <ü> #?', 'b ', '1']
    for (const name of odd) await storage.write(`from/${name}`, bytes(name))
    await storage.move('from', 'to')
    for (const name of odd) {
      const file = await storage.open(`to/${name}`)
      expect(file === null ? null : await text(file.content())).toBe(name)
    }
    expect(await storage.list('from')).toBeNull()
    await storage.removeFolder('to')
    expect(await storage.list('')).toEqual([])
  })

  it('never returns a mix of two versions of a file', async () => {
    await storage.write('a', bytes('old and long'))
    const file = await storage.open('a')
    await storage.write('a', bytes('new'))
    await expect(file === null ? null : text(file.content())).rejects.toMatchObject({ status: 503 })
  })

  it('keeps the file of the one concurrent create that succeeded', async () => {
    const names = ['a', 'b', 'c']
    const kept = await Promise.allSettled(
      names.map((each) => storage.write('once', bytes(each), { keepExisting: true })),
    )
    const first = names.filter((_, at) => kept[at]?.status === 'fulfilled')
    expect(first).toHaveLength(1)
    const file = await storage.open('once')
    expect(file === null ? null : await text(file.content())).toBe(first[0])
  })
})

describe('a store with a limited API', () => {
  const store = fixture(
    () => openS3StandIn(),
    ({ close }) => close(),
  )
  const storage = storageIn(store)
  const page = (content: string) => ({ status: 200, body: `<ListBucketResult>${content}</ListBucketResult>` })
  const row = (key: string) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`
  const more = '<IsTruncated>true</IsTruncated>'

  beforeEach(() => {
    store.objects.clear()
    store.refusals.length = 0
  })

  it('continues version 1 listings where they broke off, with unencoded names', async () => {
    const folder = '<CommonPrefixes><Prefix>b+%41/</Prefix></CommonPrefixes>'
    store.refusals.push(
      page(row('a') + folder + more),
      page(`${row('c')}${more}<NextMarker>c</NextMarker>`),
      page(row('d')),
    )
    expect((await storage.list(''))?.map(({ name }) => name)).toEqual(['a', 'b+%41', 'c', 'd'])
  })

  it('rejects a listing that repeats itself endlessly', async () => {
    store.refusals.push(page(row('a') + more), page(row('a') + more))
    await expect(storage.list('')).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining('does not end'),
    })
  })

  it.each([400, 405, 501])('works around status %i for copies and multi-object deletes', async (status) => {
    store.unable = status
    for (const name of ['a', 'b']) await storage.write(`from/${name}`, bytes(name))
    await storage.move('from', 'to')
    expect(Object.fromEntries([...store.objects].map(([key, { body }]) => [key, body.toString()]))).toEqual({
      'to/a': 'a',
      'to/b': 'b',
    })
    await storage.removeFolder('to')
    expect(store.objects.size).toBe(0)
  })
})
