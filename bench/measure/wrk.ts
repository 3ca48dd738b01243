import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Asked } from './load.ts'

const execute = promisify(execFile)

/** Whether wrk is installed. It leaves more of the processors to the server than a client in Node.js does. */
export async function hasWrk(): Promise<boolean> {
  try {
    await execute('wrk', ['-v'])
    return true
  } catch (error) {
    // It prints its version and then fails.
    return error instanceof Error && 'stdout' in error && String(error.stdout).startsWith('wrk')
  }
}

/** Returns the requests per second that a server answers. Throws if one is not answered with success. */
export async function runWrk(request: Asked, connections: number, seconds: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'millwright-wrk-'))
  try {
    const script = join(folder, 'requests.lua')
    writeFileSync(script, scriptOf(request))
    const load = ['--threads', '1', '--connections', String(connections), '--duration', String(seconds)]
    const { stdout } = await execute('wrk', [...load, '--script', script, request.url])
    const rate = /Requests\/sec:\s*([\d.]+)/.exec(stdout)?.[1]
    if (rate === undefined || /Non-2xx|Socket errors/.test(stdout)) throw new Error(stdout)
    return Number(rate)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Sends the variants in turn. Strings of JSON are strings of Lua, as they are plain ASCII. */
function scriptOf({ method = 'GET', path, headers = {}, body, variants = [{}] }: Asked): string {
  const lines = variants.map((variant) => {
    const given = [method, variant.path ?? path, null, variant.body ?? body ?? null]
    return `wrk.format(${given.map((part) => (part === null ? 'nil' : JSON.stringify(String(part)))).join(', ')}),`
  })
  return [
    ...Object.entries(headers).map(
      ([name, value]) => `wrk.headers[${JSON.stringify(name)}] = ${JSON.stringify(value)}`,
    ),
    'local requests, at = {}, 0',
    `function init() requests = {\n${lines.join('\n')}\n} end`,
    'function request() at = at % #requests + 1; return requests[at] end',
    '',
  ].join('\n')
}
