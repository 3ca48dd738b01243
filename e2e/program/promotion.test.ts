import { execFile } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { load } from 'js-yaml'
import { expect, onTestFinished, test } from 'vitest'
import { blocksIn } from '../../tools/checks/operate-pages.ts'
import { packProgram } from '../../tools/pack/pack-program.ts'
import { root } from '../../tools/paths.mjs'
import { type ServerProcess, startServer } from '../../tools/server-process.ts'
import { type Api, recordsOf, signIn } from '../harness/api.ts'
import { firstAdmin } from '../harness/instance.ts'

const page = 'docs/guide/test-to-production.md'
const workflows = 'docs/guide/ci'

interface Ran {
  readonly code: number
  readonly output: string
}

function folderOf(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `millwright-${name}-`))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Starts an instance by a command of the page, on a free port, in a folder that has none. */
async function startedBy(command: string, installed: string, work: string) {
  const [name, ...args] = command.trim().split(' ')
  expect(name).toBe('millwright')
  const own = args.map((arg, at) => (args[at - 1] === '--port' ? '0' : arg))
  const settings = { MILLWRIGHT_ADMIN_EMAIL: firstAdmin.email, MILLWRIGHT_ADMIN_PASSWORD: firstAdmin.password }
  const server = await startServer([join(installed, 'bin/millwright.cjs'), ...own], { cwd: work, env: settings })
  onTestFinished(async () => void (await server.stop('SIGKILL')))
  return server
}

async function withToken(server: ServerProcess): Promise<{ server: ServerProcess; api: Api; token: string }> {
  const api = await signIn(server.url, firstAdmin)
  const scopes = ['config:plan', 'config:apply']
  const asked = { name: 'pipeline', scopes, current_password: firstAdmin.password }
  const { status, body } = await api.call('POST', 'user/access_token', asked)
  expect(status).toBe(201)
  return { server, api, token: String(body.token) }
}

interface Workflow {
  readonly jobs: Readonly<
    Record<string, { readonly steps: readonly { readonly name?: string; readonly run?: string }[] }>
  >
}

/** The commands of the workflows, by their file and the name of their step. */
function stepsOfWorkflows(): ReadonlyMap<string, string> {
  return new Map(
    readdirSync(join(root, workflows)).flatMap((file) => {
      const { jobs } = load(readFileSync(join(root, workflows, file), 'utf8')) as Workflow
      const steps = Object.values(jobs).flatMap((job) => job.steps)
      return steps.flatMap(({ name, run }) => (run === undefined ? [] : [[`${file} ${name}`, run] as const]))
    }),
  )
}

test('the packed program leads from empty folders to production as the guide says, and its workflows plan, apply and notice changes by hand', async () => {
  const work = folderOf('repository')
  const prefix = folderOf('prefix')
  const home = folderOf('home')
  const bin = join(prefix, 'bin')
  mkdirSync(bin)
  // Stands for the program of the public host, which comments on a change.
  writeFileSync(join(bin, 'gh'), '#!/bin/sh\nprintf "%s\\n" "$@" > commented.txt\n')
  chmodSync(join(bin, 'gh'), 0o755)
  const offline = { npm_config_offline: 'true', npm_config_cache: join(home, 'cache'), npm_config_prefix: prefix }
  const env: Record<string, string> = {
    PATH: `${bin}${delimiter}${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
    ...offline,
    HOME: home,
    NUMBER: '7',
    GH_TOKEN: 'none',
    SHOP_KEY: 'secret',
    PACKAGE: await packProgram(folderOf('packed')),
  }
  const places = new Map<string, string>()
  const run = (script: string) =>
    new Promise<Ran>((resolve) => {
      const told = [...places].reduce((text, [place, url]) => text.replaceAll(place, url), script)
      execFile('sh', ['-ec', told], { cwd: work, env }, (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), output: `${stdout}${stderr}` })
      })
    })
  const follow = async (script: string | undefined, code: number, output: string) =>
    expect(await run(script ?? 'false')).toEqual({ code, output: expect.stringContaining(output) })
  const steps = stepsOfWorkflows()
  const left = new Set(steps.keys())
  const step = (name: string): string | undefined => {
    left.delete(name)
    return steps.get(name)
  }

  const blocks = blocksIn(page, readFileSync(join(root, page), 'utf8')).filter(({ language }) => language === 'sh')
  expect(new Set(blocks.map(({ runBy }) => runBy))).toEqual(new Set(['e2e/program/promotion.test.ts']))
  const [begun, begunThere, ...commands] = blocks.map(({ text }) => text)
  const [exported, planned, applied, differing, changed, changedThere, drifted, ...more] = commands
  expect(more).toEqual([])

  for (const file of ['plan', 'apply', 'drift']) await follow(step(`${file}.yaml Install`), 0, '')
  const installed = join(prefix, 'lib/node_modules/millwright')
  const trial = await withToken(await startedBy(begun ?? '', installed, work))
  const production = await withToken(await startedBy(begunThere ?? '', installed, work))
  places.set('http://localhost:8080', trial.server.url).set('http://localhost:8090', production.server.url)
  Object.assign(env, {
    TEST_TOKEN: trial.token,
    PRODUCTION_TOKEN: production.token,
    MILLWRIGHT_TOKEN: production.token,
    INSTANCE: production.server.url,
  })
  await trial.api.call('POST', 'system/lookup', {
    resource: [{ name: 'shop.address', value: 'https://test.example.com' }],
  })
  const reader = async () => {
    const path = 'system/role?filter=name=Reader&fields=id,description'
    return recordsOf(await production.api.call('GET', path))[0]
  }
  const addresses = async () =>
    recordsOf(await production.api.call('GET', 'system/lookup?filter=name=shop.address')).map(({ value }) => value)

  await follow(exported, 0, 'shop has ')
  await follow(planned, 2, '+ lookup shop.address  (lookups.yaml)')
  expect(await addresses()).toEqual([])
  await follow(applied, 0, ' created')
  expect(await addresses()).toEqual(['https://test.example.com'])
  await follow(differing, 0, '~ lookup shop.address  (overlays/production/lookups.yaml)')
  expect(await addresses()).toEqual(['https://shop.example.com'])
  await follow(changed, 2, '+ role Reader  (roles/Reader.yaml)')
  await follow(step('plan.yaml Plan'), 0, '')
  expect(readFileSync(join(work, 'comment.md'), 'utf8')).toContain('+ role Reader')
  await follow(step('plan.yaml Comment'), 0, '')
  expect(readFileSync(join(work, 'commented.txt'), 'utf8')).toContain('pr\ncomment\n7\n--body-file\ncomment.md\n')
  expect(await reader()).toBeUndefined()
  await follow(step('apply.yaml Apply'), 0, '1 created')
  await follow(changedThere, 0, 'No changes.')
  await follow(drifted, 0, 'No changes.')
  await follow(step('drift.yaml Drift'), 0, 'No changes.')
  const { id } = (await reader()) ?? {}
  await production.api.call('PATCH', `system/role/${id}`, { description: 'By hand' })
  await follow(drifted, 2, 'description: "By hand"')
  await follow(step('drift.yaml Drift'), 2, 'description: "By hand"')
  writeFileSync(join(work, 'shop/roles/Reader.yaml'), 'is_activ: true\n')
  await follow(step('plan.yaml Plan'), 1, '')
  expect(readFileSync(join(work, 'comment.md'), 'utf8')).toContain("roles/Reader.yaml:1: There is no 'is_activ'.")
  expect([...left]).toEqual([])
  await startsFromChart(installed)
  // It builds what is out of date, and starts the program twenty times.
}, 240_000)

/** Starts the program with the values of the example, on volumes as the chart mounts them. */
async function startsFromChart(installed: string): Promise<void> {
  const work = folderOf('pod')
  const config = folderOf('config')
  const secrets = folderOf('secrets')
  const { configuration = {}, settings = {} } = valuesIn('examples/configuration.yaml')
  const mounted = chartFile('templates/deployment.yaml')
  const told = chartFile('templates/settings.yaml')
  const [, place = ''] = /^ *MILLWRIGHT_CONFIG: (\S+)$/m.exec(told) ?? []
  expect(mounted).toContain(`- name: configuration\n              mountPath: ${place}\n`)
  const [, secret = ''] = /- name: secrets\n *mountPath: (\S+)$/m.exec(mounted) ?? []
  writeFileSync(join(secrets, 'SHOP_KEY'), 'secret\n')
  // Volumes of Kubernetes are links to a hidden folder, which is replaced as a whole.
  for (const [path, text] of Object.entries(configuration)) {
    mkdirSync(join(config, '..v1', dirname(path)), { recursive: true })
    writeFileSync(join(config, '..v1', path), text.replaceAll(`${secret}/`, `${secrets}/`))
  }
  symlinkSync('..v1', join(config, '..data'))
  for (const name of readdirSync(join(config, '..v1'))) symlinkSync(`..data/${name}`, join(config, name))
  const server = await startServer([join(installed, 'bin/millwright.cjs'), '--data', 'data', '--port', '0'], {
    cwd: work,
    env: {
      ...valuesIn('values.yaml').settings,
      ...settings,
      MILLWRIGHT_CONFIG: config,
      MILLWRIGHT_ADMIN_EMAIL: firstAdmin.email,
      MILLWRIGHT_ADMIN_PASSWORD: firstAdmin.password,
    },
  })
  onTestFinished(async () => void (await server.stop('SIGKILL')))
  expect((await fetch(`${server.url}/health/ready`)).status).toBe(200)
  const api = await signIn(server.url, firstAdmin)
  const names = recordsOf(await api.call('GET', 'system/lookup?fields=name')).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['shop.address', 'shop.key']))
  const [role] = recordsOf(await api.call('GET', 'system/role?filter=name=Reader&fields=id'))
  const edit = await api.call('PATCH', `system/role/${role?.id}`, { description: 'By hand' })
  expect([edit.status, JSON.stringify(edit.body)]).toEqual([409, expect.stringContaining('roles/Reader.yaml')])
}

const chartFile = (path: string) => readFileSync(join(root, 'deploy/helm/millwright', path), 'utf8')

interface ChartValues {
  readonly configuration?: Readonly<Record<string, string>>
  readonly settings?: Readonly<Record<string, string>>
}

const valuesIn = (path: string) => load(chartFile(path)) as ChartValues
