import { numberSetting, type Settings, textSetting } from '@millwright/connector/config-values'
import { connectTimeout, unavailable } from '@millwright/connector/engine/problems'
import type { ServerLimits } from '@millwright/connector/engine/server-limits'
import { Problem } from '@millwright/contract/problem'
import type { Database as Attachment } from 'node-firebird'
import { FirebirdConnection } from './firebird-connection.ts'
import { driverIn } from './firebird-driver.ts'
import { firebirdProblem } from './firebird-problem.ts'

const usualPort = 3050

export function firebirdWhere(settings: Settings): string {
  return `on ${textSetting(settings, 'host') ?? '127.0.0.1'}:${numberSetting(settings, 'port') ?? usualPort}`
}

/** Opens connections. Every failure is a 503 with host and port. */
export function firebirdConnector(settings: Settings, limits: ServerLimits): () => Promise<FirebirdConnection> {
  const where = firebirdWhere(settings)
  return async () => {
    const driver = driverIn(settings)
    if (driver === null) throw unavailable(where, 'its driver is not installed.')
    const { promise, resolve, reject } = Promise.withResolvers<Attachment>()
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      reject(connectTimeout(where))
    }, limits.connectTimeout)
    driver.attach(
      {
        host: textSetting(settings, 'host') ?? '127.0.0.1',
        port: numberSetting(settings, 'port') ?? usualPort,
        database: textSetting(settings, 'database') ?? '',
        user: textSetting(settings, 'username') ?? '',
        password: textSetting(settings, 'password') ?? '',
        ...{ encoding: 'UTF8', blobAsText: true, numericMode: 'string', typeCast: firebirdCell },
        blobReadChunkSize: 65_535,
        blobChunkSize: 65_535,
      },
      (error, attachment) => {
        if (error) reject(error)
        else if (isLate) attachment.detach()
        else resolve(attachment)
      },
    )
    try {
      return new FirebirdConnection(await promise, { where, statementTimeout: limits.statementTimeout })
    } catch (error) {
      const problem = firebirdProblem(error, where)
      throw problem instanceof Problem ? problem : unavailable(where, 'the server there is not Firebird.')
    } finally {
      clearTimeout(timer)
    }
  }
}

interface CellColumn {
  readonly typeName?: string
  readonly scale?: number
}

/** Converts the driver's value of a cell: integers exactly, decimals, dates and times as text. */
function firebirdCell(column: CellColumn, next: () => unknown): unknown {
  const value = next()
  if (value instanceof Date) return printed(value, column.typeName ?? '')
  if (
    typeof value === 'string' &&
    !/CHAR|VARYING|TEXT|BLOB/i.test(column.typeName ?? '') &&
    /^-?\d+$/.test(value) &&
    (column.scale ?? 0) === 0
  ) {
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : BigInt(value)
  }
  return value
}

/** The driver interprets values without a time zone in the local zone of this machine. */
function printed(value: Date, type: string): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const date = `${String(value.getFullYear()).padStart(4, '0')}-${two(value.getMonth() + 1)}-${two(value.getDate())}`
  const millis = value.getMilliseconds()
  const fraction = millis === 0 ? '' : `.${String(millis).padStart(3, '0')}`
  const clock = `${two(value.getHours())}:${two(value.getMinutes())}:${two(value.getSeconds())}${fraction}`
  if (/TIMESTAMP/i.test(type)) return `${date} ${clock}`
  return /TIME/i.test(type) ? clock : date
}
