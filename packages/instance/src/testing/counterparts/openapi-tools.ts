import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../installed-program.ts'
import { listensOn, startProgram } from './running-program.ts'

/** With a lock of its own, as the tools are hundreds of packages that only `npm test -- all` installs. */
const folder = fileURLToPath(new URL('../../../../../tools/openapi', import.meta.url))

export const hasOpenapiTools = existsSync(join(folder, 'node_modules', '@stoplight', 'prism-cli'))

/** Nothing is reported to the makers, and nothing asked for. */
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', ORVAL_TELEMETRY: '0' }
const longestOutput = 100_000_000

/** Runs a tool of `tools/openapi`; resolves to its exit code and output. */
export function runOpenapiTool(tool: 'redocly' | 'spectral', args: readonly string[]) {
  return run(join(folder, 'node_modules', '.bin', tool), args)
}

/** Generates clients from files of documents into a folder. */
export function generateClients(into: string, documents: readonly string[]) {
  return run(process.execPath, [join(folder, 'generate.mjs'), into, ...documents])
}

interface Finished {
  readonly code: number
  readonly output: string
}

function run(program: string, args: readonly string[]): Promise<Finished> {
  return new Promise((resolve) => {
    execFile(program, args, { cwd: folder, env, maxBuffer: longestOutput }, (error, said, failed) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : 1, output: said + failed })
    })
  })
}

/**
 * Starts Prism as a proxy in front of a service, which checks each request and answer against a document and answers 500 with the
 * violations.
 */
export async function openPrism(document: string, upstream: string) {
  const port = await freePort()
  const args = ['proxy', document, upstream, '--errors', '--host', '127.0.0.1', '--port', String(port)]
  const prism = await startProgram(join(folder, 'node_modules', '.bin', 'prism'), args, {
    cwd: folder,
    isReady: () => listensOn(port),
  })
  return { address: `http://127.0.0.1:${port}`, output: prism.output, close: prism.close }
}
