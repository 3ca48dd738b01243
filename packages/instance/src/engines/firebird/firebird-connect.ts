import { Problem } from '@millwright/contract/problem'
import type { Database as Attachment } from 'node-firebird'
import { numberSetting, type Settings, textSetting } from '../../platform/config-values.ts'
import { connectTimeout, unavailable } from '../problems.ts'
import type { ServerLimits } from '../server-database.ts'
import { FirebirdConnection } from './firebird-connection.ts'
import { driverIn } from './firebird-driver.ts'
import { firebirdProblem } from './firebird-problem.ts'
import { firebirdCell } from './firebird-values.ts'

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
