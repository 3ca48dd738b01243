import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Environment } from '@millwright/instance/platform/settings/settings'
import type { StoredOAuthClientInformation, StoredOAuthTokens } from '@modelcontextprotocol/client'

/** The stored credentials for one service. */
export interface StoredSignIn {
  readonly client?: StoredOAuthClientInformation | undefined
  readonly tokens?: StoredOAuthTokens | undefined
}

/** Sign-ins by the URL of the service, in one file that only its owner can read. */
export interface TokenStore {
  read(address: URL): Promise<StoredSignIn>
  write(address: URL, change: StoredSignIn): Promise<void>
  /** Runs `work` while holding a lock across processes: a refresh token can be used only once. */
  alone<T>(work: () => Promise<T>): Promise<T>
}

/** Milliseconds after which the holder of the lock counts as dead, and between two attempts to acquire it. */
const patience = 30_000
const between = 50

export function createTokenStore(env: Environment): TokenStore {
  const file = join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'millwright', 'mcp.json')
  const lock = `${file}.lock`

  async function all(): Promise<Record<string, StoredSignIn>> {
    try {
      return JSON.parse(await readFile(file, 'utf8'))
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return {}
      throw new Error(`The sign-ins in ${file} cannot be read. Remove the file and sign in again.`, { cause: error })
    }
  }

  async function isLeft(): Promise<boolean> {
    try {
      return Date.now() - (await stat(lock)).mtimeMs > patience
    } catch {
      return false
    }
  }

  return {
    read: async (address) => (await all())[address.href] ?? {},

    async write(address, change) {
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      const known = await all()
      const draft = `${file}.${process.pid}`
      const text = JSON.stringify({ ...known, [address.href]: { ...known[address.href], ...change } }, null, 2)
      await writeFile(draft, text, { mode: 0o600 })
      await rename(draft, file)
    },

    async alone(work) {
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      for (;;) {
        try {
          await mkdir(lock)
          break
        } catch (error) {
          if (!hasCode(error, 'EEXIST')) throw error
          if (await isLeft()) await rm(lock, { recursive: true, force: true })
          else await pause(between)
        }
      }
      try {
        return await work()
      } finally {
        await rm(lock, { recursive: true, force: true })
      }
    },
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
