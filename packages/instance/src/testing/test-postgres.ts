import { randomUUID } from 'node:crypto'
import type { PGlite } from '@electric-sql/pglite'
import pg from 'pg'

/** A server for tests; its user may create databases. */
const serverAddress = process.env.MILLWRIGHT_TEST_POSTGRES ?? 'postgres://postgres@127.0.0.1:5432/postgres'

export interface TestDatabase {
  readonly url: string
  /** Resolves when it is completely deleted. */
  drop(): Promise<void>
}

/** A database that is filled once per server and copied from then on; later runs find it there. */
export interface Template {
  /** Names the content, so that other content is never taken for it. */
  readonly digest: string
  fill(url: string): Promise<void>
}

let probe: Promise<boolean> | undefined

/** Whether a PostgreSQL server responds; otherwise PGlite is used, which speaks the same protocol. */
export function hasPostgresServer(): Promise<boolean> {
  probe ??= onServer('select 1').then(
    () => true,
    () => false,
  )
  return probe
}

/** Creates a database: empty, or a copy of a template. PGlite cannot copy, so it is always empty. */
export async function createTestDatabase(template?: Template): Promise<TestDatabase> {
  return (await hasPostgresServer()) ? onRealServer(template) : onPglite()
}

async function onRealServer(template?: Template): Promise<TestDatabase> {
  const name = newName()
  if (template === undefined) await onServer(`create database ${name}${await byCopyingFiles()}`)
  else await copyTemplate(template, name)
  return { url: urlOf(name), drop: () => dropDatabase(name) }
}

const newName = () => `millwright_test_${randomUUID().replaceAll('-', '')}`

function urlOf(name: string): string {
  const url = new URL(serverAddress)
  url.pathname = name
  return url.toString()
}

async function dropDatabase(name: string): Promise<void> {
  await onServer(`drop database if exists ${name} with (force)`)
}

const templatePrefix = 'millwright_template_'
/** Templates of other versions that a server keeps, as several working copies may use it. */
const keptTemplates = 10

const missing = '3D000'
const duplicate = '42P04'

async function copyTemplate(template: Template, copy: string): Promise<void> {
  const name = templatePrefix + template.digest
  const statement = `create database ${copy} template ${name}${await byCopyingFiles()}`
  try {
    await onServer(statement)
  } catch (error) {
    if (codeOf(error) !== missing) throw error
    await createTemplate(template, name)
    await onServer(statement)
  }
}

/** Named when it is complete, so that no other process copies half of it. */
async function createTemplate({ fill }: Template, name: string): Promise<void> {
  const draft = newName()
  await onServer(`create database ${draft}`)
  try {
    await fill(urlOf(draft))
    await onServer(`alter database ${draft} rename to ${name}`)
  } catch (error) {
    await dropDatabase(draft)
    if (codeOf(error) !== duplicate) throw error
  }
  const old = `select datname from pg_database where datname like '${templatePrefix}%' order by oid desc offset ${keptTemplates}`
  for (const { datname = '' } of await onServer(old)) await dropDatabase(datname)
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

let copying: Promise<string> | undefined

/** Copying files takes a third of the processor time of logging pages, which is the default of the versions that can choose. */
function byCopyingFiles(): Promise<string> {
  copying ??= onServer('show server_version_num').then(([row]) =>
    Number(row?.server_version_num) >= 150_000 ? ' strategy file_copy' : '',
  )
  return copying
}

/** Kept open between statements, as opening a connection takes longer than most of them; idle connections do not keep the process running. */
const admin = new pg.Pool({
  connectionString: serverAddress,
  max: 2,
  // A missing server is detected at once; the long timeout keeps a busy one from being taken for missing.
  connectionTimeoutMillis: 60_000,
  allowExitOnIdle: true,
})
admin.on('error', () => {})

async function onServer(sql: string): Promise<readonly Readonly<Record<string, string>>[]> {
  return (await admin.query<Record<string, string>>(sql)).rows
}

const idle: PGlite[] = []

/**
 * All connections share PGlite's single session: named prepared statements are not possible, and only one connection can work
 * at a time. Creating one takes seconds, so it is emptied and reused.
 */
async function onPglite(): Promise<TestDatabase> {
  const { PGlite } = await import('@electric-sql/pglite')
  const { PGLiteSocketServer } = await import('@electric-sql/pglite-socket')
  const db = idle.pop() ?? (await PGlite.create())
  const server = new PGLiteSocketServer({ db, host: '127.0.0.1', port: 0, maxConnections: 100 })
  await server.start()
  return {
    url: `postgres://postgres@${server.getServerConn()}/postgres?prepare=false&pool_size=1`,
    async drop() {
      await server.stop()
      await db.exec('rollback; unlisten *; drop schema public cascade; create schema public')
      idle.push(db)
    },
  }
}
