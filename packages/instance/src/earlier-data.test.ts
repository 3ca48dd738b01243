import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { apiKeyHeader, sessionTokenHeader } from '@millwright/contract/headers'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openApp } from './app.ts'
import { readConfig } from './platform/settings/config.ts'
import { storeFile } from './store/data-folder.ts'
import { schemaVersion } from './store/migrations/migrate.ts'
import { createTestDatabase, hasPostgresServer } from './testing/test-postgres.ts'

type Fill = (dump: string, dataFolder: string) => Promise<string | null>

/** The dump, without commands of the program psql. */
async function dumpOf(name: string): Promise<string> {
  const packed = await readFile(join(import.meta.dirname, 'testing', 'earlier-data', `${name}.sql.gz`))
  return String(await promisify(gunzip)(packed)).replaceAll(/^\\.*$/gm, '')
}

const fillFile: Fill = async (dump, dataFolder) => {
  const database = new DatabaseSync(storeFile(dataFolder))
  database.exec(dump)
  database.close()
  return null
}

const fillPostgres: Fill = async (dump) => {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(dump)
  await client.end()
  return url
}

async function openEarlier(name: string, fill: Fill) {
  const dataFolder = await mkdtemp(join(tmpdir(), 'millwright-'))
  onTestFinished(() => rm(dataFolder, { recursive: true, force: true }))
  const databaseUrl = await fill(await dumpOf(name), dataFolder)
  const logged: string[] = []
  const config = { ...readConfig({}), port: 0, sampleData: false, secret: '5a'.repeat(32), dataFolder, databaseUrl }
  const app = await openApp(config, { log: (text) => logged.push(text) })
  onTestFinished(() => app.close())
  const call = async (method: 'GET' | 'POST', path: string, payload?: object, headers = {}) => {
    const answer = await app.server.inject({ method, url: `/api/v2/${path}`, ...(payload && { payload }), headers })
    return { status: answer.statusCode, body: answer.json() }
  }
  return { app, call, logged }
}

const earlier: readonly (readonly [string, Fill])[] = [
  ['sqlite-16', fillFile],
  ['sqlite-33', fillFile],
  ['postgres-16', fillPostgres],
  ['postgres-33', fillPostgres],
]
const hasServer = await hasPostgresServer()

describe.each(earlier)('data of an earlier version, %s', (name, fill) => {
  it.skipIf(fill === fillPostgres && !hasServer)(
    'is migrated, and keeps people, their passwords, rights and stored secrets',
    async () => {
      const { app, call, logged } = await openEarlier(name, fill)
      const { statements } = app.parts.store
      expect(await statements.first('select max(number) as number from migration', [])).toEqual({
        number: schemaVersion,
      })
      expect(await call('POST', 'system/admin/session', { email: 'ada@example.com', password: 'wrong' })).toMatchObject(
        {
          status: 401,
        },
      )
      const ada = await call('POST', 'system/admin/session', { email: 'ada@example.com', password: 'first-password' })
      const headers = { [sessionTokenHeader]: ada.body.session_token }
      const records = async (path: string) => (await call('GET', path, undefined, headers)).body.resource

      expect(await records('system/service?filter=name=mail&fields=*')).toMatchObject([
        { config: { host: 'mail.example.com', username: 'sender' } },
      ])
      expect(await records('system/role?related=role_service_access_by_role_id')).toMatchObject([
        { name: 'reader', role_service_access_by_role_id: [{ component: '_table/item/*', verb_mask: 1 }] },
      ])
      const kept = ['limit', 'cors', 'email_template', 'scheduler', 'event_script', 'lookup']
      for (const resource of kept)
        expect(await records(`system/${resource}`), resource).toEqual(expect.arrayContaining([expect.anything()]))

      const [app1] = await records('system/app?filter=name=till&fields=api_key')
      const person = { email: 'grace@example.com', password: 'password of a user' }
      const grace = await call('POST', 'user/session', person, { [apiKeyHeader]: app1.api_key })
      expect(grace).toMatchObject({ status: 200, body: { role: 'reader' } })
      expect(logged).toEqual([])
    },
  )
})
