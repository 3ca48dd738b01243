import { numberSetting, type Settings, schemaSetting, textSetting } from '@millwright/connector/config-values'
import { connectTimeout, unavailable } from '@millwright/connector/engine/problems'
import type { ServerLimits } from '@millwright/connector/engine/server-limits'
import { Problem } from '@millwright/contract/problem'
import { OracleConnection } from './oracle-connection.ts'
import { oracleDialect } from './oracle-dialect.ts'
import { type OracleLine, oracleDriverIn } from './oracle-driver.ts'
import { oracleProblem } from './oracle-problem.ts'
import { oracleSession } from './oracle-values.ts'

const usualPort = 1521

export function oracleWhere(settings: Settings): string {
  return `on ${textSetting(settings, 'host') ?? '127.0.0.1'}:${numberSetting(settings, 'port') ?? usualPort}`
}

/** Opens connections. Every failure is a 503 with host and port. */
export function oracleConnector(settings: Settings, limits: ServerLimits): () => Promise<OracleConnection> {
  const where = oracleWhere(settings)
  const { statementTimeout } = limits
  return async () => {
    const driver = oracleDriverIn(settings)
    if (driver === null) throw unavailable(where, 'its driver is not installed.')
    const given = {
      user: textSetting(settings, 'username') ?? '',
      password: textSetting(settings, 'password') ?? '',
      connectString: oracleAddress(settings, limits),
    }
    const { promise, reject } = Promise.withResolvers<never>()
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      reject(connectTimeout(where))
    }, limits.connectTimeout)
    const work = driver.getConnection(given)
    work.then((line) => (isLate ? closed(line) : undefined)).catch(() => undefined)
    let connection: OracleConnection | null = null
    try {
      connection = new OracleConnection(await Promise.race([work, promise]), { driver, where, statementTimeout })
      for (const sql of sessionOf(settings)) await connection.run({ sql, values: [] })
      return connection
    } catch (error) {
      await connection?.end()
      const problem = oracleProblem(error, where)
      if (!(problem instanceof Problem)) throw unavailable(where, 'the server there is not an Oracle database.')
      throw problem.status < 500
        ? unavailable(where, `it refuses the settings of the service. ${problem.message}`)
        : problem
    } finally {
      clearTimeout(timer)
    }
  }
}

function sessionOf(settings: Settings): string[] {
  const schema = schemaSetting(settings, '') ?? ''
  return schema === ''
    ? [oracleSession]
    : [oracleSession, `ALTER SESSION SET CURRENT_SCHEMA = ${oracleDialect.quote(schema)}`]
}

/** A full connect descriptor, because the short form can refer to local files. */
function oracleAddress(settings: Settings, { connectTimeout: most }: ServerLimits): string {
  const seconds = Math.max(1, Math.ceil(most / 1_000))
  const protocol = textSetting(settings, 'protocol') === 'tcps' ? 'tcps' : 'tcp'
  const host = plainPart(settings, 'host', '127.0.0.1')
  const port = numberSetting(settings, 'port') ?? usualPort
  const service = plainPart(settings, 'database', '')
  const bounds = `(CONNECT_TIMEOUT=${seconds})(TRANSPORT_CONNECT_TIMEOUT=${seconds})(RETRY_COUNT=0)`
  const address = `(ADDRESS=(PROTOCOL=${protocol})(HOST=${host})(PORT=${port}))`
  return `(DESCRIPTION=${bounds}${address}(CONNECT_DATA=(SERVICE_NAME=${service})))`
}

/** Rejects characters that could end this part of the connect descriptor and begin another. */
function plainPart(settings: Settings, name: 'host' | 'database', usual: string): string {
  const text = textSetting(settings, name) ?? usual
  if (/^[\w.:$#-]*$/.test(text)) return text
  throw unavailable(oracleWhere(settings), `its setting '${name}' contains characters that are not allowed.`)
}

async function closed(line: OracleLine): Promise<void> {
  await line.close()
}
