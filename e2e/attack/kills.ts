import { DatabaseSync } from 'node:sqlite'
import { type Api, recordsOf, signIn } from '../harness/api.ts'
import { firstAdmin, startInstance } from '../harness/instance.ts'

export interface KillFigures {
  readonly kills: number
  readonly acknowledged: number
  readonly lost: number
  readonly doubled: number
}

export const writers = 6

/** Kills a node on SQLite repeatedly while writers add users and rows, and checks that every acknowledged write survives. */
export async function killDuringWrites(kills: number): Promise<KillFigures> {
  const acknowledged: string[] = []
  let instance = await startInstance()
  try {
    const { call } = await signIn(instance.url, firstAdmin)
    const table = {
      name: 'entry',
      field: [
        { name: 'id', type: 'id' },
        { name: 'text', type: 'string' },
      ],
    }
    await call('POST', 'db/_schema', { resource: [table] })
    for (let kill = 0; kill < kills; kill += 1) {
      const enough = acknowledged.length + 150
      const api = await signIn(instance.url, firstAdmin)
      let writing = true
      const write = async (writer: number) => {
        for (let count = 0; writing; count += 1) {
          const name = `k${kill}w${writer}n${count}`
          const calls =
            count % 2 === 0
              ? api.call('POST', 'db/_table/entry', { resource: [{ text: name }] })
              : api.call('POST', 'system/user', { resource: [{ name, email: `${name}@example.com` }] })
          const { status } = await calls.catch(() => ({ status: 0 }))
          if (status < 200 || status >= 300) return
          acknowledged.push(name)
          if (acknowledged.length >= enough && writing) {
            writing = false
            await instance.stop('SIGKILL')
          }
        }
      }
      await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
      instance = await instance.startAgain()
    }
    const after = await signIn(instance.url, firstAdmin)
    const rows = (await allEntries(after)).map(({ text }) => text)
    const users = recordsOf(await after.call('GET', 'system/user?fields=name&limit=100000')).map(({ name }) => name)
    refuseDamage(instance.database)
    const stored = [...rows, ...users]
    const known = new Set(stored)
    return {
      kills,
      acknowledged: acknowledged.length,
      lost: acknowledged.filter((name) => !known.has(name)).length,
      doubled: stored.length - known.size,
    }
  } finally {
    await instance[Symbol.asyncDispose]()
  }
}

/** Reads all pages, as one response contains at most the service's maximum. */
async function allEntries({ call }: Api): Promise<Readonly<Record<string, unknown>>[]> {
  const page = 1_000
  const entries: Readonly<Record<string, unknown>>[] = []
  for (;;) {
    const query = `fields=text&order=id&limit=${page}&offset=${entries.length}`
    const more = recordsOf(await call('GET', `db/_table/entry?${query}`))
    entries.push(...more)
    if (more.length < page) return entries
  }
}

function refuseDamage(file: string): void {
  const database = new DatabaseSync(file, { readOnly: true })
  const result = database.prepare('pragma integrity_check').get()
  database.close()
  if (result?.integrity_check !== 'ok') throw new Error(`The database is damaged: ${JSON.stringify(result)}`)
}
