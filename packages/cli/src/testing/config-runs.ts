import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestInstance } from '@millwright/instance/testing/test-instance'
import { afterAll, beforeAll } from 'vitest'
import { commands } from '../commands.ts'
import { readCommandLine } from '../flags.ts'

export interface Ran {
  readonly code: number
  readonly output: string
}

export const password = 'password of the pipeline'

/** Runs `millwright config` against an instance, on folders in a place of their own, for the tests of a file. */
export function configRuns(instance: TestInstance) {
  let folder = ''
  let origin = ''

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millwright-config-'))
    origin = await instance.server.listen({ port: 0, host: '127.0.0.1' })
    const record = { email: 'pipeline@example.test', password, first_name: 'Pipeline' }
    await instance.send('POST', 'system/admin', { as: instance.root, body: { resource: [record] } })
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** Runs a command; one that is refused has its sentence in `output` and the code 1. */
  async function run(line: readonly string[], env: Readonly<Record<string, string>> = {}, to = origin): Promise<Ran> {
    const credentials = { CONFIG_EMAIL: 'pipeline@example.test', CONFIG_PASSWORD: password }
    const { command, operands, flags } = readCommandLine(['config', ...line, '--instance', to], Object.keys(commands))
    const lines: string[] = []
    const print = (text: string) => void lines.push(text)
    try {
      const invocation = { operands, flags, env: { ...credentials, ...env }, consoleFolder: null, print }
      const code = (await commands[command]?.run(invocation)) ?? 1
      return { code, output: lines.join('\n') }
    } catch (error) {
      return { code: 1, output: error instanceof Error ? error.message : String(error) }
    }
  }

  /** Makes a folder with these files besides its manifest. */
  async function folderWith(name: string, files: Readonly<Record<string, string>>): Promise<string> {
    const place = join(folder, name)
    for (const [path, text] of Object.entries({ 'millwright.yaml': `format: 1\nowner: ${name}\n`, ...files })) {
      await mkdir(dirname(join(place, path)), { recursive: true })
      await writeFile(join(place, path), text)
    }
    return place
  }

  return { run, folderWith, inFolder: (name: string) => join(folder, name) }
}

/** The files in a folder, by path. */
export async function textsIn(place: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true })
  const paths = entries.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name))
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path.slice(place.length), await readFile(path, 'utf8')])),
  )
}

/** A placeholder for an environment variable. */
export const variable = (name: string) => `$${`{env:${name}}`}`
