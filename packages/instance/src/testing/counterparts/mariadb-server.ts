import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort, isInstalled, serverPath } from '../installed-program.ts'
import { listensOn, type RunningProgram, startProgram } from './running-program.ts'

/** A MariaDB server with its own folder and port, which does not wait for the disk. */
export interface OwnMariadb {
  /** URL with its superuser, who needs no password. */
  readonly url: string
  /** Stops it and removes its files. */
  close(): Promise<void>
}

export const hasMariadbPrograms = isInstalled('mariadbd') && isInstalled('mariadb-install-db')

/** Disables durability, which makes the server several times as fast. */
const forgetful = [
  '--innodb-flush-method=nosync',
  '--innodb-flush-log-at-trx-commit=0',
  '--skip-innodb-doublewrite',
  '--innodb-log-file-size=16M',
  '--skip-sync-frm',
  '--skip-log-bin',
]
/** Debian's defaults; otherwise text columns would be Latin-1. */
const texts = ['--character-set-server=utf8mb4', '--collation-server=utf8mb4_general_ci']
/** Required for running as root. */
const owner = process.getuid?.() === 0 ? ['--user=root'] : []

export async function openMariadbServer(): Promise<OwnMariadb> {
  const folder = await mkdtemp(join(tmpdir(), 'millwright-mariadb-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const { url, server } = await startIn(folder)
    return {
      url,
      async close() {
        await server.close('SIGKILL')
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}

async function startIn(folder: string): Promise<{ url: string; server: RunningProgram }> {
  const data = ['--no-defaults', `--datadir=${join(folder, 'data')}`, ...owner]
  const accounts = ['--auth-root-authentication-method=normal', '--skip-test-db', '--skip-name-resolve']
  await promisify(execFile)('mariadb-install-db', [...data, ...accounts, ...forgetful], { env: serverPath })
  const port = await freePort()
  const place = [`--port=${port}`, '--bind-address=127.0.0.1', `--socket=${join(folder, 'socket')}`]
  const limits = ['--skip-name-resolve', '--max-connections=300']
  const server = await startProgram('mariadbd', [...data, ...place, ...limits, ...texts, ...forgetful], {
    cwd: folder,
    isReady: () => listensOn(port),
  })
  return { url: `mysql://root@127.0.0.1:${port}`, server }
}
