import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../installed-program.ts'
import { listensOn, startProgram } from './running-program.ts'

const program = placeOf('azurite/dist/src/blob/main.js')

export const hasAzurite = existsSync(program)

/** Empty if it is not installed. */
function placeOf(module: string): string {
  try {
    return createRequire(import.meta.url).resolve(module)
  } catch {
    return ''
  }
}

/** The well-known account from its documentation. */
const account = {
  account_name: 'devstoreaccount1',
  account_key: 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==',
}

/** Starts the Blob service of Azurite on its own port. */
export async function openAzurite() {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'millwright-azurite-'))
  const args = [
    program,
    '--location',
    folder,
    '--blobHost',
    '127.0.0.1',
    '--blobPort',
    String(port),
    '--silent',
    '--disableTelemetry',
  ]
  const server = await startProgram(process.execPath, args, { isReady: () => listensOn(port) })
  return {
    port,
    account,
    async close() {
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
