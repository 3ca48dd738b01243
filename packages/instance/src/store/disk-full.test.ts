import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestInstance, type TestInstance } from '../testing/open-test-instance.ts'

const folder = mkdtempSync(join(tmpdir(), 'millwright-small-disk-'))
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', folder], { stdio: 'ignore' }).status === 0
afterAll(() => {
  if (mounted) spawnSync('umount', ['--lazy', folder])
  rmSync(folder, { recursive: true, force: true })
})

const ballast = join(folder, 'ballast')

/** Fills the disk to the last byte. */
function fillDisk(): void {
  const chunk = Buffer.alloc(1024 * 1024)
  for (let size = chunk.length; size > 0; size = Math.floor(size / 2)) {
    try {
      for (;;) writeFileSync(ballast, chunk.subarray(0, size), { flag: 'a' })
    } catch {
      // Smaller pieces may still fit.
    }
  }
}

describe.skipIf(!mounted)('on a full disk', () => {
  let instance: TestInstance
  beforeAll(async () => {
    instance = await openTestInstance({ config: { dataFolder: folder, sampleData: true } })
  })
  afterAll(() => instance.close())

  test('writes are rejected with 507, reads continue, and writes succeed again once there is space', async () => {
    const { send, root } = instance
    const text = { as: root, body: 'x'.repeat(100_000), headers: { 'content-type': 'text/plain' } }
    const writes = {
      'system/role': { as: root, body: { resource: [{ name: 'during', description: 'x'.repeat(100) }] } },
      'system/role?rollback=true': { as: root, body: { resource: [{ name: 'one' }, { name: 'two' }] } },
      'sample/_table/tag': { as: root, body: { resource: [{ name: 'during' }] } },
      'files/note.txt': text,
    }
    const reads = [
      'system/role',
      'sample/_table',
      'sample/_table/customer',
      'sample/_table/sales_order?limit=2',
      'files/',
    ]
    const refusal = { status: 507, body: { error: { code: 507, message: expect.stringMatching(/full|disk space/) } } }

    fillDisk()
    for (const path of reads) expect(await send('GET', path, { as: root }), path).toMatchObject({ status: 200 })
    for (const [path, options] of Object.entries(writes)) {
      expect(await send('POST', path, options), path).toMatchObject(refusal)
    }
    expect(await send('GET', 'sample/_table/customer?file=all.csv', { as: root })).toMatchObject({ status: 200 })
    expect(await send('GET', '/health/ready')).toMatchObject({ status: 200 })
    rmSync(ballast)
    for (const [path, options] of Object.entries(writes)) {
      expect((await send('POST', path, options)).status, path).toBeLessThan(300)
    }
  })
})
