import { readFileSync } from 'node:fs'
import type { ConfigRequest } from '@millwright/contract/wire/config'
import { openApp } from '../app.ts'
import { readConfig } from '../platform/settings/config.ts'
import type { Statements, Store } from '../store/store.ts'

/**
 * Run as a separate process by killed-apply.test.ts, configured by its environment: applies the configuration in a file, and kills itself
 * before a statement of the transaction, counted from 1, or right after the commit if it has fewer. Prints which.
 */
const [, , file = '', count = ''] = process.argv
const { parts, operate } = await openApp(readConfig(process.env))
const payload: ConfigRequest = JSON.parse(readFileSync(file, 'utf8'))

let left = Number(count)
const { write } = parts.store
const killing: Pick<Store, 'write'> = {
  async write(work) {
    const result = await write((statements) => work(counted(statements)))
    die('after the commit')
    return result
  },
}
Object.assign(parts.store, killing)
await operate({ verb: 'POST', path: 'system/config', payload })

function counted(statements: Statements): Statements {
  return {
    all(sql, values) {
      step()
      return statements.all(sql, values)
    },
    first(sql, values) {
      step()
      return statements.first(sql, values)
    },
  }
}

function step(): void {
  left -= 1
  if (left === 0) die('before the commit')
}

function die(when: string): void {
  process.stdout.write(`${when}\n`)
  process.kill(process.pid, 'SIGKILL')
}
