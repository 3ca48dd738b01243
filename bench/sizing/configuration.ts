import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { firstAdmin } from '../../e2e/harness/instance.ts'
import { root } from '../../tools/paths.mjs'
import { startServer } from '../../tools/server-process.ts'

export interface ConfigurationTime {
  readonly step: string
  /** Seconds, including the start of the program. */
  readonly plan: number
  readonly apply: number
}

const program = join(root, 'packages/cli/src/main.ts')

/** Measures how long the program takes to plan and to apply a folder. `databaseUrl`: of PostgreSQL; `null`: SQLite. */
export async function measureConfiguration(files: number, databaseUrl: string | null): Promise<ConfigurationTime[]> {
  const work = mkdtempSync(join(tmpdir(), 'millwright-configuration-'))
  const folder = join(work, 'shop')
  mkdirSync(folder)
  writeFileSync(join(folder, 'millwright.yaml'), 'format: 1\nowner: sizing\n')
  const shared = { MILLWRIGHT_DATABASE_URL: databaseUrl ?? '', MILLWRIGHT_SECRET: '5a'.repeat(32) }
  const env = {
    MILLWRIGHT_DATA: join(work, 'data'),
    MILLWRIGHT_PORT: '0',
    MILLWRIGHT_SAMPLE: '0',
    MILLWRIGHT_ADMIN_EMAIL: firstAdmin.email,
    MILLWRIGHT_ADMIN_PASSWORD: firstAdmin.password,
    ...(databaseUrl !== null && shared),
  }
  const server = await startServer([program, 'serve'], { cwd: root, env })
  const timed = (command: 'plan' | 'apply') => secondsOf(['config', command, folder, '--instance', server.url])
  const step = async (name: string) => ({ step: name, plan: await timed('plan'), apply: await timed('apply') })
  try {
    write(folder, numbers(files), 'first')
    const created = await step('all are new')
    const same = await step('none has changed')
    write(folder, numbers(files), 'second')
    const changed = await step('all have changed')
    rmSync(join(folder, 'limits'), { recursive: true })
    return [created, same, changed, await step('a quarter is deleted')]
  } finally {
    await server.stop('SIGKILL')
    rmSync(work, { recursive: true, force: true })
  }
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)

function write(folder: string, wanted: readonly number[], state: string): void {
  for (const at of wanted) {
    const [path, text] = fileOf(at, state)
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/** A file, by its number: half of them are roles with access, a quarter apps that name them, a quarter limits. */
function fileOf(at: number, state: string): readonly [string, string] {
  const described = `description: ${state} ${at}\nis_active: true\n`
  if (at % 4 === 1) return [`apps/Part ${at}.yaml`, `${described}role: Part ${at - 1}\n`]
  const counted = `endpoint: part${at}/*\nrate: 100\nperiod: minute\n`
  if (at % 4 === 3)
    return [`limits/Part ${at}.yaml`, `${described}type: instance.service.endpoint\nservice: system\n${counted}`]
  const access = numbers(5).map((row) => `  - service: system\n    component: part${row}/*\n    verb_mask: [GET]\n`)
  return [`roles/Part ${at}.yaml`, `${described}access:\n${access.join('')}`]
}

function secondsOf(line: readonly string[]): Promise<number> {
  const env = { PATH: process.env.PATH, CONFIG_EMAIL: firstAdmin.email, CONFIG_PASSWORD: firstAdmin.password }
  const started = performance.now()
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [program, ...line], { env, maxBuffer: 2 ** 28 }, (error, stdout, stderr) => {
      // 2: a plan with changes.
      if (error === null || error.code === 2) resolve((performance.now() - started) / 1000)
      else reject(new Error(`${stderr}${stdout}`.slice(0, 2000)))
    })
  })
}
