import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { createTestPlace, engines } from '../testing/test-store.ts'
import { openStore } from './open-store.ts'

const writer = fileURLToPath(new URL('../testing/write-until-killed.ts', import.meta.url))
const enough = 300

describe.each(engines)('a process killed while it writes, on %s', (engine) => {
  it('loses no acknowledged write, and leaves the store usable immediately', async () => {
    const place = await createTestPlace(engine)
    try {
      const acknowledged = await writeAndKill(place.dataFolder, place.databaseUrl)
      expect(acknowledged.length).toBeGreaterThanOrEqual(enough)

      const store = await openStore(place, Date.now)
      const found = await store.db.selectFrom('role').select('name').execute()
      await store.close()
      const names = new Set(found.map((row) => row.name))
      expect(acknowledged.filter((name) => !names.has(name))).toEqual([])
    } finally {
      await place.remove()
    }
  })
})

async function writeAndKill(dataFolder: string, databaseUrl: string | null): Promise<string[]> {
  const child = spawn(process.execPath, [writer, dataFolder, ...(databaseUrl === null ? [] : [databaseUrl])], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  const lines: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line)
    if (lines.length === enough) child.kill('SIGKILL')
  }
  await exit
  return lines
}
