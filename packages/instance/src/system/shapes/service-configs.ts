import { invalid } from '@millwright/contract/problem'
import { serviceConfigFields } from '@millwright/contract/records/service-config'
import { isRecord, readKey } from '../body.ts'
import { type Shape, shape } from '../shape.ts'
import type { Row, Tx } from '../sql-runner.ts'
import { addressColumn } from './mail-address.ts'

const service = { references: 'service', accept: chosen } as const
const template = { references: 'email_template', accept: chosen } as const
const mails = {
  invite_email_service_id: service,
  invite_email_template_id: template,
  password_email_service_id: service,
  password_email_template_id: template,
}
const sender = {
  from_email: addressColumn('from_email', { lookups: true }),
  reply_to_email: addressColumn('reply_to_email', { lookups: true }),
}
const { system, user, local_email, smtp_email } = serviceConfigFields

/** The settings of a service by its type; they are kept together in one column. */
export const configShapes: ReadonlyMap<string, Shape> = new Map([
  [
    'system',
    shape({
      table: 'service',
      label: 'Settings',
      fields: system,
      columns: { ...mails, default_app_id: { references: 'app', accept: chosen } },
    }),
  ],
  [
    'user',
    shape({
      table: 'service',
      label: 'Settings',
      fields: user,
      columns: {
        ...mails,
        open_reg_role_id: { references: 'role', accept: chosen },
        open_reg_email_service_id: service,
        open_reg_email_template_id: template,
        app_role_map: { accept: choices, check: choiceProblem },
      },
      check: (tx, { values, previous }) => checkChoices(tx, values.app_role_map, previous?.app_role_map),
    }),
  ],
  ['local_email', shape({ table: 'service', label: 'Settings', fields: local_email, columns: sender })],
  [
    'smtp_email',
    shape({
      table: 'service',
      label: 'Settings',
      fields: smtp_email,
      columns: {
        ...sender,
        host: { accept: (sent) => (typeof sent === 'string' ? sent.trim() : sent), check: hostProblem },
        port: {
          accept: (sent) => (sent === '' ? null : sent),
          check: (value) => (Number(value) > 0 && Number(value) < 65_536 ? null : 'port has to be 1 to 65535.'),
        },
        encryption: {
          accept: (sent) => (typeof sent === 'string' ? sent.trim().toLowerCase() : sent),
          check: (value) =>
            ['', 'ssl', 'tls'].includes(String(value)) ? null : "encryption has to be 'ssl' or 'tls'.",
        },
        parameters: { accept: listed, check: parametersProblem },
      },
    }),
  ],
])

/** Forms send an empty text or 0 for no choice. */
function chosen(sent: unknown): unknown {
  return sent === '' || sent === 0 ? null : sent
}

function listed(sent: unknown): unknown {
  return sent === '' || sent === null ? [] : sent
}

/** Rows of which other columns are dropped. */
function choices(sent: unknown): unknown {
  const rows = listed(sent)
  if (!Array.isArray(rows)) return rows
  return rows.map((row) => (isRecord(row) ? { app_id: idIn(row.app_id), role_id: idIn(row.role_id) } : row))
}

const idIn = (sent: unknown) => readKey(sent, 'number')

function choiceProblem(value: unknown): string | null {
  const rows = Array.isArray(value) ? value.filter(isChoice) : []
  if (!Array.isArray(value) || rows.length < value.length) return 'app_role_map has to be a list of {app_id, role_id}.'
  const apps = new Set(rows.map(({ app_id }) => app_id))
  return apps.size === rows.length ? null : 'app_role_map has to name each app only once.'
}

function isChoice(row: unknown): row is { app_id: number; role_id: number } {
  return isRecord(row) && typeof row.app_id === 'number' && typeof row.role_id === 'number'
}

/** Rows that were there before may name what is gone by now. */
async function checkChoices(tx: Tx, sent: unknown, stored: unknown): Promise<void> {
  const known = new Set(Array.isArray(stored) ? stored.filter(isChoice).map(textOf) : [])
  for (const row of Array.isArray(sent) ? sent.filter(isChoice) : []) {
    if (known.has(textOf(row))) continue
    const app = await tx.first('SELECT "id" FROM "app" WHERE "id" = ?', row.app_id)
    const role = await tx.first('SELECT "id" FROM "role" WHERE "id" = ?', row.role_id)
    if (app !== undefined && role !== undefined) continue
    const message = `app_role_map names app ${row.app_id} and role ${row.role_id}, which do not both exist.`
    throw invalid({ app_role_map: [message] })
  }
}

const textOf = ({ app_id, role_id }: { app_id: number; role_id: number }) => `${app_id} ${role_id}`

function hostProblem(value: unknown): string | null {
  return /^[\w.:[\](){}-]+$/.test(String(value)) ? null : 'host has to be a host name or an address.'
}

function parametersProblem(value: unknown): string | null {
  const fits = (row: Row) => typeof row.name === 'string' && (row.value === null || typeof row.value !== 'object')
  return Array.isArray(value) && value.every((row) => isRecord(row) && fits(row))
    ? null
    : 'parameters has to be a list of {name, value, active}.'
}
