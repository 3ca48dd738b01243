import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { plainZipOf, zipOf } from '../../../../testing/zip.ts'
import { readZip } from './read-zip.ts'

const limits = { files: 3, bytes: 1000 }
const paths = async (archive: Uint8Array) => (await readZip(archive, limits)).map(({ path }) => path)
const refused = (sentence: string) => ({ status: 400, message: expect.stringContaining(sentence) })

/** Writes a number into the last central directory entry of an archive. */
function patched(archive: Uint8Array, offset: number, value: number): Uint8Array {
  const copy = Buffer.from(archive)
  const at = copy.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]))
  copy.writeUInt32LE(value, at + offset)
  return copy
}

describe('an archive', () => {
  it.each(['../a', 'a/../../b', '/etc/a', 'a\\..\\b', 'C:/a', 'a\u0001', `${'d/'.repeat(600)}a`])(
    'is rejected with a file named %j',
    async (name) => {
      await expect(readZip(await zipOf({ ok: '1', [name]: 'x' }), limits)).rejects.toMatchObject(
        refused('forbidden name'),
      )
    },
  )

  it('lets other tasks run while thousands of files are read', async () => {
    const archive = plainZipOf(Array.from({ length: 3_000 }, (_, at) => [`${at}`, 'x'] as const))
    // Every look at the clock finds that a millisecond has passed, however quick the machine is.
    let now = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1))
    onTestFinished(() => clock.mockRestore())
    let turns = 0
    let isOver = false
    const count = () => {
      turns += 1
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    expect(await readZip(archive, { files: 3_000, bytes: 3_000 })).toHaveLength(3_000)
    isOver = true
    expect(turns).toBeGreaterThan(100)
  })

  it('is rejected if it contains a link or is encrypted', async () => {
    const link = await zipOf({ link: '/etc/passwd' }, { link: { unixMode: 0o120777 } })
    await expect(readZip(link, limits)).rejects.toMatchObject(refused('link'))
    const secret = await zipOf({ a: 'x' }, { a: { password: 'p' } })
    await expect(readZip(secret, limits)).rejects.toMatchObject(refused('encrypted'))
  })

  it('is rejected with too many files or too much content, whatever its headers claim', async () => {
    await expect(readZip(await zipOf({ a: '', b: '', c: '', d: '' }), limits)).rejects.toMatchObject(refused('3 files'))
    const large = await zipOf({ a: '0'.repeat(600), b: '0'.repeat(600) })
    await expect(readZip(large, limits)).rejects.toMatchObject(refused('MB'))
    const bomb = await zipOf({ a: '0'.repeat(1_000_000) })
    await expect(readZip(bomb, limits)).rejects.toMatchObject(refused('MB'))
    await expect(readZip(patched(bomb, 24, 10), limits)).rejects.toMatchObject({ status: 400 })
  })

  it('is rejected if it is not an archive or corrupt', async () => {
    const good = await zipOf({ a: 'some text that is stored', b: 'other' })
    for (const bytes of [new Uint8Array(), new TextEncoder().encode('PK nonsense'), good.slice(0, -30)]) {
      await expect(readZip(bytes, limits)).rejects.toMatchObject(refused('not a readable'))
    }
    await expect(readZip(patched(good, 16, 1), limits)).rejects.toMatchObject({ status: 400 })
    const random = fc.uint8Array({ maxLength: 200 })
    await fc.assert(
      fc.asyncProperty(random, fc.nat(good.length), async (bytes, at) => {
        const broken = new Uint8Array([...good.slice(0, at), ...bytes, ...good.slice(at + bytes.length)])
        await readZip(broken, limits).catch((error: unknown) => expect(error).toMatchObject({ status: 400 }))
      }),
    )
  })

  it('yields its files, but not its folders', async () => {
    const archive = await zipOf({ 'a/': '', 'a/b.txt': 'x', 'a//c.txt': 'ü' }, { 'a/': { directory: true } })
    expect(await paths(archive)).toEqual(['a/b.txt', 'a/c.txt'])
  })
})
