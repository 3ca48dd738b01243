import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiPrefix, sessionTokenHeader } from '@millwright/contract/headers'
import { listensOn, startProgram } from '@millwright/instance/testing/counterparts/running-program'
import { freePort, isInstalled } from '@millwright/instance/testing/installed-program'
import { describe, expect, onTestFinished, test } from 'vitest'
import { root } from '../../tools/paths.mjs'
import { signIn } from '../harness/api.ts'
import { launchBrowser } from '../harness/browser.ts'
import { firstAdmin, startInstance } from '../harness/instance.ts'

const documented = readFileSync(join(root, 'docs/operate/nginx-path.conf'), 'utf8')
const path = '/some/path'

/** An instance beneath a path of nginx, whose configuration `adapted` changes. */
async function startBeneath(adapted: (location: string) => string) {
  const folder = mkdtempSync(join(tmpdir(), 'millwright-path-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const instance = await startInstance({
    MILLWRIGHT_PUBLIC_URL: `${origin}${path}`,
    MILLWRIGHT_TRUSTED_PROXIES: '127.0.0.1',
  })
  onTestFinished(() => instance[Symbol.asyncDispose]())
  const file = join(folder, 'nginx.conf')
  const server = adapted(documented).replaceAll('http://127.0.0.1:8080', instance.url)
  writeFileSync(
    file,
    `daemon off; pid ${folder}/pid; error_log ${folder}/errors;
      events {}
      http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
        fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
        server { listen 127.0.0.1:${port}; ${server} } }`,
  )
  const running = await startProgram('nginx', ['-p', folder, '-c', file, '-e', join(folder, 'errors')], {
    env: { HOME: folder },
    isReady: () => listensOn(port),
  })
  onTestFinished(() => running.close())
  return { origin, base: `${origin}${path}`, instance }
}

describe.each([
  ['keeps the path', (location: string) => location],
  [
    'removes the path',
    (location: string) =>
      location.replace(/(location \/some\/path\/ \{\s+proxy_pass http:\/\/127\.0\.0\.1:8080);/, '$1/;'),
  ],
])('beneath a path, behind an nginx that %s', (_, adapted) => {
  test.skipIf(!isInstalled('nginx'))('API, descriptions and metadata for assistants are found', async () => {
    const { origin, base, instance } = await startBeneath(adapted)
    expect(await (await fetch(`${base}/health/live`)).json()).toEqual({ status: 'live' })
    expect(await (await fetch(`${instance.url}/health/live`)).json()).toEqual({ status: 'live' })
    expect(await (await fetch(`${base}/millwright.json`)).json()).toMatchObject({ instanceUrl: path })

    const { token } = await signIn(base, firstAdmin)
    const headers = { [sessionTokenHeader]: token, 'content-type': 'application/json' }
    const get = async (address: string) => (await fetch(address, { headers })).json()
    expect(await get(`${base}${apiPrefix}/api_docs/files`)).toMatchObject({
      servers: [{ url: `${path}${apiPrefix}/files` }],
    })
    expect(await get(`${base}${apiPrefix}`)).toMatchObject({
      services: expect.arrayContaining([
        expect.objectContaining({ name: 'files', spec_url: `${path}${apiPrefix}/files/_spec` }),
      ]),
    })

    const service = { name: 'helper', type: 'mcp', is_active: true, config: {} }
    const made = await fetch(`${base}${apiPrefix}/system/service`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ resource: [service] }),
    })
    expect(made.status).toBe(201)
    const refused = await fetch(`${base}/mcp/helper`, { method: 'POST', headers: { origin } })
    expect(refused.status).toBe(401)
    expect(refused.headers.get('www-authenticate')).toContain(
      `"${base}/.well-known/oauth-protected-resource/mcp/helper"`,
    )
    for (const address of [
      `${base}/.well-known/oauth-protected-resource/mcp/helper`,
      `${origin}/.well-known/oauth-protected-resource${path}/mcp/helper`,
    ]) {
      expect(await (await fetch(address)).json()).toMatchObject({ resource: `${base}/mcp/helper` })
    }
    const found = await fetch(`${origin}/.well-known/oauth-authorization-server${path}/mcp/helper`)
    expect(await found.json()).toMatchObject({
      issuer: `${base}/mcp/helper`,
      authorization_endpoint: `${base}/mcp/helper/authorize`,
    })
  })

  test.skipIf(!isInstalled('nginx'))('the console loads, navigates and is found again at each address', async () => {
    const { origin, base } = await startBeneath(adapted)
    const browser = await launchBrowser()
    onTestFinished(() => browser.close())
    const page = await browser.newPage()
    const missed: string[] = []
    page.on('response', (response) => {
      const url = new URL(response.url())
      const isBeneath = url.pathname.startsWith(`${path}/`)
      const isRedirect = response.status() === 308
      if (url.origin === origin && !isRedirect && (!isBeneath || response.status() === 404)) missed.push(response.url())
    })
    await page.goto(`${origin}${path}`)
    await page.getByLabel('Email', { exact: true }).fill(firstAdmin.email)
    await page.getByLabel('Password', { exact: true }).fill(firstAdmin.password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await page.waitForURL(`${base}/home`)
    await page.getByRole('link', { name: 'Roles', exact: true }).first().click()
    await page.waitForURL(`${base}/roles`)
    await page.getByRole('heading', { name: 'Roles', level: 1 }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Roles', level: 1 }).waitFor()
    expect(page.url()).toBe(`${base}/roles`)
    await page.goto(`${base}/nowhere`)
    await page.waitForURL(`${base}/home`)
    await page.goto(`${base}/config/cors`)
    await page.locator('[aria-current=page]', { hasText: 'CORS' }).waitFor()
    const guide = await page.getByRole('link', { name: 'Guide to this page' }).first().getAttribute('href')
    expect(guide).toMatch(new RegExp(`^${path}/guide/`))
    expect(missed.filter((url) => !url.endsWith('/nowhere') && !url.endsWith('favicon.ico'))).toEqual([])
  })
})
