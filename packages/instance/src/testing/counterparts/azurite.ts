import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, isInstalled } from '../installed-program.ts'
import { listensOn, startProgram } from './running-program.ts'

export const hasAzurite = isInstalled('azurite-blob')

/** The account that its documentation names. */
const account = {
  account_name: 'devstoreaccount1',
  account_key: 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==',
}

/** The Blob service of Azurite (`npm install --global azurite`) on a port of its own. */
export async function openAzurite() {
  const [port, folder] = [await freePort(), await mkdtemp(join(tmpdir(), 'millwright-azurite-'))]
  const args = [
    '--location',
    folder,
    '--blobHost',
    '127.0.0.1',
    '--blobPort',
    String(port),
    '--silent',
    '--disableTelemetry',
  ]
  const server = await startProgram('azurite-blob', args, { isReady: () => listensOn(port) })
  return {
    port,
    account,
    async close() {
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
