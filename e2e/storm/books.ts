import { setTimeout as wait } from 'node:timers/promises'
import { apiPrefix, sessionTokenHeader } from '@millwright/contract/headers'
import { type Api, recordsOf } from '../harness/api.ts'

/** A failed call; times as of `performance.now()`. */
export interface Failure {
  readonly begun: number
  readonly took: number
  /** The status, or the error of the connection. */
  readonly outcome: string
}

/** Compares what writers were acknowledged with what is stored. */
export interface WriteLedger {
  /** Number of acknowledged writes so far. */
  acknowledged(): number
  /** Failures since a time. */
  failuresSince(moment: number): readonly Failure[]
  /** Longest call since a time, in milliseconds. */
  longestCallSince(moment: number): number
  /** Stops the writers and compares. */
  close(): Promise<{ readonly acknowledged: number; readonly lost: number; readonly doubled: number }>
}

const kinds = ['record', 'row', 'file'] as const
type Kind = (typeof kinds)[number]

/** Milliseconds after which a call counts as hung, and between a failure and the next call of a writer. */
const patience = 30_000
const pause = 20

/** Creates what writers write to: a table on a database server, and a folder. */
export async function makePlaces(api: Api, postgres: string): Promise<void> {
  const { hostname, port, username, pathname } = new URL(postgres)
  const config = { host: hostname, port: Number(port), username, database: pathname.slice(1) }
  await made(
    api.call('POST', 'system/service', {
      resource: [{ name: 'rows', label: 'Rows', type: 'pgsql', is_active: true, config }],
    }),
  )
  const fields = [
    { name: 'id', type: 'id' },
    { name: 'text', type: 'string' },
  ]
  await made(api.call('POST', 'rows/_schema', { resource: [{ name: 'entry', field: fields }] }))
  await made(api.call('POST', 'files/storm/'))
}

async function made(answer: ReturnType<Api['call']>): Promise<void> {
  const { status, body } = await answer
  if (status >= 300) throw new Error(`A place could not be made: ${status} ${JSON.stringify(body)}`)
}

export function trackWrites(url: string, api: Api, writers: number): WriteLedger {
  const acknowledged: Record<Kind, string[]> = { record: [], row: [], file: [] }
  const calls: (Failure & { readonly failed: boolean })[] = []
  let writing = true

  const requests: Readonly<Record<Kind, (name: string) => [path: string, type: string, body: string]>> = {
    record: (name) => [
      'system/user',
      'application/json',
      JSON.stringify({ resource: [{ name, email: `${name}@example.com` }] }),
    ],
    row: (name) => ['rows/_table/entry', 'application/json', JSON.stringify({ resource: [{ text: name }] })],
    file: (name) => [`files/storm/${name}.txt`, 'text/plain', name],
  }

  async function write(writer: number): Promise<void> {
    for (let count = 0; writing; count += 1) {
      const kind = kinds[(count + writer) % kinds.length] ?? 'record'
      const name = `w${writer}n${count}`
      const begun = performance.now()
      const outcome = await send(...requests[kind](name))
      const failed = !/^2\d\d$/.test(outcome)
      calls.push({ begun, took: performance.now() - begun, outcome, failed })
      if (failed) await wait(pause)
      else acknowledged[kind].push(name)
    }
  }

  async function send(path: string, type: string, body: string): Promise<string> {
    try {
      const headers = { [sessionTokenHeader]: api.token, 'content-type': type }
      const signal = AbortSignal.timeout(patience)
      const answer = await fetch(`${url}${apiPrefix}/${path}`, { method: 'POST', headers, body, signal })
      await answer.arrayBuffer()
      return String(answer.status)
    } catch (error) {
      return error instanceof Error && error.name === 'TimeoutError' ? 'hung' : 'connection lost'
    }
  }

  const done = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
  return {
    acknowledged: () => kinds.reduce((sum, kind) => sum + acknowledged[kind].length, 0),
    failuresSince: (moment) => calls.filter(({ failed, begun, took }) => failed && begun + took >= moment),
    longestCallSince: (moment) =>
      Math.max(0, ...calls.filter(({ begun, took }) => begun + took >= moment).map(({ took }) => took)),
    async close() {
      writing = false
      await done
      const stored: Record<Kind, string[]> = {
        record: await everyName(api, 'system/user?fields=name&order=id', 'name'),
        row: await everyName(api, 'rows/_table/entry?fields=text&order=id', 'text'),
        file: await filesOf(api),
      }
      const sum = (count: (kind: Kind) => number) => kinds.reduce((total, kind) => total + count(kind), 0)
      return {
        acknowledged: sum((kind) => acknowledged[kind].length),
        lost: sum((kind) => {
          const known = new Set(stored[kind])
          return acknowledged[kind].filter((name) => !known.has(name)).length
        }),
        doubled: sum((kind) => stored[kind].length - new Set(stored[kind]).size),
      }
    },
  }
}

/** Reads all pages, as one response contains at most the service's maximum. */
async function everyName(api: Api, path: string, field: string): Promise<string[]> {
  const names: string[] = []
  for (;;) {
    const more = recordsOf(await api.call('GET', `${path}&limit=500&offset=${names.length}`))
    names.push(...more.map((record) => String(record[field])))
    if (more.length === 0) return names
  }
}

/** Returns the files of the writers. */
async function filesOf(api: Api): Promise<string[]> {
  const listed = recordsOf(await api.call('GET', 'files/storm/'))
  return listed
    .map(({ name, content_length: size }) => ({ name: String(name).replace(/\.txt$/, ''), size: Number(size) }))
    .filter(({ name, size }) => name.length === size)
    .map(({ name }) => name)
}
