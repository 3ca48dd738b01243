import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { fixture } from '../../../../testing/fixture.ts'
import { openS3StandIn } from '../suite/s3-stand-in.ts'
import { standInKeys } from '../suite/stand-in-signature.ts'
import { s3Settings } from './s3-client.ts'
import { createS3Storage } from './s3-storage.ts'

const store = fixture(() => openS3StandIn())
afterAll(() => store.close())
const storageOn = (settings: object = {}) =>
  createS3Storage(s3Settings({ ...standInKeys, endpoint: store.endpoint, container: store.bucket, ...settings }))
const storage = fixture(async () => storageOn())
const bytes = (content: string) => new TextEncoder().encode(content)
const keys = () => [...store.objects.keys()].sort()

beforeEach(() => {
  store.objects.clear()
  store.refusals.length = 0
})

describe('an S3 storage', () => {
  it.each([
    [{ container: 'other' }, "no bucket 'other'"],
    [{ key: 'AKIDOTHER' }, 'refuses the access key'],
    [{ secret: 'other' }, 'refuses the access key'],
  ])('explains the error for settings %j', async (settings, sentence) => {
    for (const asked of ['', 'a']) {
      const refused = { status: 503, message: expect.stringContaining(sentence) }
      await expect(storageOn(settings).find(asked)).rejects.toMatchObject(refused)
    }
  })

  it.each(['', 'a b', '../x', 'a/b'])('rejects %j as a bucket name', (container) =>
    expect(() => s3Settings({ container })).toThrow('bucket'),
  )

  it('uses the bucket’s actual region', async () => {
    await storageOn({ region: 'us-east-1' }).write('a', bytes('x'))
    expect(keys()).toEqual(['a'])
  })

  it('retries temporary failures, and reports an error if they persist', async () => {
    await storage.write('a', bytes('x'))
    store.refusals.push({ status: 503, body: '<Error><Code>SlowDown</Code></Error>' })
    expect(await storage.list('')).toHaveLength(1)
    for (let count = 0; count < 3; count += 1) store.refusals.push({ status: 500, body: 'no XML <' })
    await expect(storage.list('')).rejects.toMatchObject({ status: 503 })
    store.refusals.push({ status: 403, body: '<Error><Code>AccessDenied</Code></Error>' })
    await expect(storage.list('')).rejects.toMatchObject({ status: 403 })
  })

  it('aborts an interrupted multipart upload', async () => {
    async function* broken() {
      for (let count = 0; count < 3; count += 1) yield new Uint8Array(7_000_000)
      throw new Error('broken')
    }
    await expect(storage.write('long', broken())).rejects.toThrow('broken')
    expect([keys(), store.uploads.size]).toEqual([[], 0])
  })

  it('does not return a mix of two versions of a file', async () => {
    await storage.write('a', bytes('old and long'))
    const file = await storage.open('a')
    await storage.write('a', bytes('new'))
    const read = file === null ? null : text(file.content())
    await expect(read).rejects.toMatchObject({ status: 503 })
  })

  it('neither shows nor changes keys that no path can express', async () => {
    for (const key of ['a/b', 'a//c', 'a/../d', '/e'])
      store.objects.set(key, { body: Buffer.from(key), modified: new Date(), type: '' })
    expect(await storage.list('')).toMatchObject([{ name: 'a' }])
    expect((await storage.list('a'))?.map(({ name }) => name)).toEqual(['b'])
    await storage.removeFolder('a')
    expect(keys()).toEqual(['/e', 'a/../d', 'a//c'])
  })

  it('lists, moves and removes more than one page, and keeps the folder that becomes empty', async () => {
    const many = Array.from({ length: 23 }, (_, index) => `from/${index} + %20 & <ü>`)
    for (const key of many) await storage.write(key, bytes(key))
    expect(await storage.list('from')).toHaveLength(23)
    await storage.move('from', 'to/in')
    const moved = await storage.open('to/in/22 + %20 & <ü>')
    expect(moved === null ? null : (await buffer(moved.content())).toString()).toBe(many[22])
    expect(await storage.list('from')).toBeNull()
    await storage.removeFolder('to/in')
    expect(keys()).toEqual(['to/'])
  })
})
