import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { load } from 'js-yaml'
import { expect, onTestFinished, test } from 'vitest'
import { blocksIn } from '../../tools/checks/operate-pages.ts'
import { root } from '../../tools/paths.mjs'
import { type ServerProcess, startServer } from '../../tools/server-process.ts'
import { type Api, recordsOf, signIn } from '../harness/api.ts'
import { firstAdmin } from '../harness/instance.ts'

const page = 'docs/guide/test-to-production.md'
const program = join(root, 'packages/cli/src/main.ts')

interface Ran {
  readonly code: number
  readonly output: string
}

function folderOf(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `millwright-${name}-`))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function instanceOf(name: string): Promise<{ server: ServerProcess; api: Api; token: string }> {
  const settings = { MILLWRIGHT_ADMIN_EMAIL: firstAdmin.email, MILLWRIGHT_ADMIN_PASSWORD: firstAdmin.password }
  const env = { ...settings, MILLWRIGHT_DATA: join(folderOf(name), 'data'), MILLWRIGHT_PORT: '0' }
  const server = await startServer([program, 'serve'], { cwd: root, env })
  onTestFinished(async () => void (await server.stop('SIGKILL')))
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

test('the guide leads from test to production, and its workflows plan, apply and notice changes by hand', async () => {
  const [trial, production] = await Promise.all([instanceOf('trial'), instanceOf('production')])
  await trial.api.call('POST', 'system/lookup', {
    resource: [{ name: 'shop.address', value: 'https://test.example.com' }],
  })
  const work = folderOf('repository')
  const bin = folderOf('bin')
  writeFileSync(join(bin, 'millwright'), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`)
  chmodSync(join(bin, 'millwright'), 0o755)
  const env = {
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    TEST_TOKEN: trial.token,
    PRODUCTION_TOKEN: production.token,
    MILLWRIGHT_TOKEN: production.token,
    INSTANCE: production.server.url,
    SHOP_KEY: 'secret',
  }
  const run = (script: string) =>
    new Promise<Ran>((resolve) => {
      const told = script
        .replaceAll('http://localhost:8080', trial.server.url)
        .replaceAll('http://localhost:8090', production.server.url)
      execFile('sh', ['-ec', told], { cwd: work, env }, (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), output: `${stdout}${stderr}` })
      })
    })

  const blocks = blocksIn(page, readFileSync(join(root, page), 'utf8')).filter(({ runBy }) => runBy !== null)
  expect(new Set(blocks.map(({ runBy }) => runBy))).toEqual(new Set(['e2e/program/promotion.test.ts']))
  const [exported, planned, applied, differing, changed, changedThere, drifted] = blocks.map(({ text }) => text)
  const follow = async (script: string | undefined, code: number, output: string) =>
    expect(await run(script ?? 'false')).toEqual({ code, output: expect.stringContaining(output) })
  const step = (workflow: string, name: string): string => {
    const { jobs } = load(readFileSync(join(root, `docs/guide/ci/${workflow}.yaml`), 'utf8')) as Workflow
    const found = Object.values(jobs).flatMap(({ steps }) => steps.filter((each) => each.name === name))
    return found[0]?.run ?? 'false'
  }
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
  await follow(step('plan', 'Plan'), 0, '')
  expect(readFileSync(join(work, 'comment.md'), 'utf8')).toContain('+ role Reader')
  expect(await reader()).toBeUndefined()
  await follow(step('apply', 'Apply'), 0, '1 created')
  await follow(changedThere, 0, 'No changes.')
  await follow(drifted, 0, 'No changes.')
  await follow(step('drift', 'Drift'), 0, 'No changes.')
  const { id } = (await reader()) ?? {}
  await production.api.call('PATCH', `system/role/${id}`, { description: 'By hand' })
  await follow(drifted, 2, 'description: "By hand"')
  await follow(step('drift', 'Drift'), 2, 'description: "By hand"')
  writeFileSync(join(work, 'shop/roles/Reader.yaml'), 'is_activ: true\n')
  await follow(step('plan', 'Plan'), 1, '')
  expect(readFileSync(join(work, 'comment.md'), 'utf8')).toContain("roles/Reader.yaml:1: There is no 'is_activ'.")
})
