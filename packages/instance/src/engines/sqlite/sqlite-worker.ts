/** A thread that reads a SQLite file, for reads that would hold the process: answers one statement after the other. */
import { parentPort, workerData } from 'node:worker_threads'
import { TooManyBytes } from '@millwright/connector/engine/rows'
import { SqliteConnection } from './sqlite-connection.ts'
import type { ReadingData, ReadRequest, ReadResponse } from './sqlite-threads.ts'

function createReader({ file, options }: ReadingData): (request: ReadRequest) => ReadResponse {
  let connection: SqliteConnection | null = null
  return ({ sql, values, mostBytes }) => {
    try {
      connection ??= new SqliteConnection(file, { ...options, kind: 'read', problem: (error) => error })
      const statement = connection.statement(sql)
      return { rows: mostBytes === undefined ? statement.all(values) : statement.within(mostBytes, values).rows }
    } catch (error) {
      if (error instanceof TooManyBytes) return { failure: null }
      if (!(error instanceof Error)) return { failure: { message: String(error) } }
      // Members of an error other than its message do not reach the other thread.
      return { failure: { ...error, message: error.message } }
    }
  }
}

const read = createReader(workerData)
parentPort?.on('message', (request: ReadRequest) => parentPort?.postMessage(read(request)))
