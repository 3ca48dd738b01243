/**
 * The baseline for requests: Fastify and SQLite with the same rows and database settings as the instance, without authentication,
 * access rules or response shaping.
 *
 *   node floor/server.ts <database file>
 */
import { DatabaseSync } from 'node:sqlite'
import Fastify from 'fastify'

const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('Which database file?')

const columns = [
  'id, name, username, ldap_username, first_name, last_name, last_login_date, email, is_active, phone, security_question',
  'default_app_id, adldap, oauth_provider, saml, created_date, last_modified_date, created_by_id, last_modified_by_id',
].join(', ')

const database = new DatabaseSync(file)
database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma cache_size = -131072')
const many = database.prepare(`select ${columns} from "user" where is_sys_admin = 1 order by id limit ? offset ?`)
const one = database.prepare(`select ${columns} from "user" where is_sys_admin = 1 and id = ?`)
const apps = database.prepare('select id, name, description, url from app where is_active = 1 order by id')
const add = database.prepare(
  `insert into "user" (name, username, email, first_name, last_name, is_active, is_sys_admin, is_root_admin, created_date,
   last_modified_date, created_by_id) values (?, ?, ?, ?, ?, 1, 1, 0, ?, ?, 1)`,
)

const app = Fastify()
let environment: Record<string, unknown> = {}

app.put<{ Body: Record<string, unknown> }>('/environment', async ({ body }) => {
  environment = body
  return {}
})
app.get('/environment', async () => ({ ...environment, apps: apps.all() }))
app.get<{ Querystring: { limit: string; offset?: string } }>('/admin', async ({ query }) => ({
  resource: many.all(Number(query.limit), Number(query.offset ?? 0)),
}))
app.get<{ Params: { id: string } }>('/admin/:id', async ({ params }) => one.get(Number(params.id)))
app.post<{ Body: { name: string; email: string; first_name: string; last_name: string } }>(
  '/admin',
  async ({ body }, reply) => {
    const now = new Date().toISOString()
    const { lastInsertRowid } = add.run(body.name, body.email, body.email, body.first_name, body.last_name, now, now)
    reply.code(201)
    return { id: Number(lastInsertRowid) }
  },
)

// The parent process waits for this line.
console.log(`Ready at ${await app.listen({ host: '127.0.0.1', port: 0 })}`)
