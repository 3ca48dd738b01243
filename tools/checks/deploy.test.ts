import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { load, loadAll, YAML11_SCHEMA } from 'js-yaml'
import { describe, expect, it, onTestFinished } from 'vitest'
import { secretFileVariables } from '../../packages/instance/src/platform/settings/environment-settings.ts'
import { settings } from '../../packages/instance/src/platform/settings/settings.ts'
import { root } from '../paths.mjs'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const { version, scripts } = JSON.parse(read('package.json'))
const variables = [...Object.values(settings).map(({ variable }) => variable), ...secretFileVariables]
const unknownIn = (text: string) =>
  [...new Set(text.match(/\bMILLWRIGHT_[A-Z_]+/g))].filter((name) => !variables.includes(name))
const has = (program: string) => spawnSync(program, ['--version']).error === undefined

describe('the image', () => {
  const dockerfile = read('Dockerfile')

  it('names existing scripts and settings, and copies only what is built', () => {
    const called = [...dockerfile.matchAll(/npm run (\w+)/g)].map(([, name]) => String(name))
    expect(called.filter((name) => !(name in scripts))).toEqual([])
    expect(called).toContain('pack')
    expect(unknownIn(dockerfile)).toEqual([])
    const stages = [...dockerfile.matchAll(/^FROM \S+ AS (\w+)/gm)].map(([, name]) => name)
    for (const [, stage] of dockerfile.matchAll(/--from=(\w+)/g)) expect(stages).toContain(stage)
  })

  it('runs as a non-root user, on the Node that the program needs, and has a health check', () => {
    expect(dockerfile).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m)
    for (const [, major] of dockerfile.matchAll(/^FROM node:(\d+)/gm)) expect(Number(major)).toBeGreaterThanOrEqual(24)
    expect(dockerfile).toMatch(/^HEALTHCHECK .*\/health\/live/m)
  })

  it('has a health check command that is valid code', () => {
    const command: unknown = JSON.parse(/^HEALTHCHECK .*? CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? '[]')
    const [, flag, script] = Array.isArray(command) ? command.map(String) : []
    const { status } = spawnSync(process.execPath, [String(flag), String(script)], {
      env: { PATH: process.env.PATH, MILLWRIGHT_PORT: '9' },
    })
    expect(status).toBe(1)
  })
})

interface Service {
  readonly image?: string
  readonly read_only?: boolean
  readonly volumes?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly extra_hosts?: readonly string[]
  readonly networks?: { readonly inside?: { readonly ipv4_address?: string } }
}

describe('the composition', () => {
  const text = read('compose.yaml')
  const compose = load(text, { schema: YAML11_SCHEMA }) as {
    services: Readonly<Record<string, Service>>
    volumes: object
    networks: object
  }

  it('has two nodes with a read-only root file system, and only known settings', () => {
    const nodes = Object.entries(compose.services).filter(([name]) => name.startsWith('millwright-'))
    expect(nodes.map(([name]) => name)).toEqual(['millwright-1', 'millwright-2'])
    for (const [, node] of nodes) {
      expect(node.read_only).toBe(true)
      expect(Object.keys(node.environment ?? {}).filter((name) => !variables.includes(name))).toEqual([])
    }
  })

  it('points HAProxy, with the configuration for several nodes, to the nodes', () => {
    const { 'millwright-1': one, 'millwright-2': two, haproxy } = compose.services
    const addresses = [one, two].map((node, at) => `node${at + 1}:${node?.networks?.inside?.ipv4_address}`)
    expect(haproxy?.extra_hosts).toEqual(addresses)
    expect(read('docs/operate/haproxy.cfg')).toContain('server node1 node1:8080')
  })

  it('names existing volumes and files', () => {
    for (const { volumes = [] } of Object.values(compose.services))
      for (const [source = ''] of volumes.map((volume) => volume.split(':')))
        expect(source.startsWith('.') ? existsSync(join(root, source)) : source in compose.volumes).toBe(true)
  })
})

describe('HAProxy', () => {
  it.skipIf(!has('haproxy'))('accepts its configuration', () => {
    const { status, stderr } = spawnSync('haproxy', ['-c', '-f', join(root, 'docs/operate/haproxy.cfg')], {
      encoding: 'utf8',
    })
    // The names of the nodes cannot be resolved here.
    const complaints = stderr.replace(/^.*(?:\[NOTICE\]|could not resolve address 'node\d').*\n/gm, '')
    expect({ status, complaints }).toEqual({ status: 0, complaints: expect.not.stringContaining('[WARNING]') })
  })
})

describe('the systemd unit', () => {
  const unit = read('deploy/millwright.service')

  it('has only known settings, and waits longer than the program takes to stop', () => {
    expect(unknownIn(unit)).toEqual([])
    const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])
    expect(seconds).toBeGreaterThan(Number(settings.stopDeadline.fallback))
  })

  it.skipIf(!has('systemd-analyze'))('is accepted by systemd, and is sandboxed as far as possible', () => {
    const folder = mkdtempSync(join(tmpdir(), 'millwright-unit-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'millwright.service')
    writeFileSync(file, unit.replace('/usr/bin/millwright', process.execPath))
    const verified = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
    const complaints = verified.stderr.split('\n').filter((line) => line.includes('millwright.service'))
    expect(complaints).toEqual([])
    const security = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=30', file], {
      encoding: 'utf8',
    })
    expect({ status: security.status, verdict: security.stdout.trim().split('\n').at(-1) }).toMatchObject({ status: 0 })
  })
})

describe('the Helm chart', () => {
  const folder = 'deploy/helm/millwright'
  const values = load(read(`${folder}/values.yaml`)) as Readonly<Record<string, unknown>>
  const templates = globSync(`${folder}/templates/*`, { cwd: root })
  const all = templates.map(read).join('\n')

  it('has the version of the program', () => {
    expect(load(read(`${folder}/Chart.yaml`))).toMatchObject({
      apiVersion: 'v2',
      type: 'application',
      version,
      appVersion: version,
    })
  })

  it('uses existing values, defined templates, and known settings', () => {
    const valueAt = (path: string) =>
      path.split('.').reduce<unknown>((value, name) => (value === undefined ? value : Object(value)[name]), values)
    const used = [...all.matchAll(/\.Values\.([\w.]+)/g)].map(([, path]) => String(path))
    expect(used.filter((path) => valueAt(path) === undefined)).toEqual([])
    const defined = [...all.matchAll(/define "([\w.]+)"/g)].map(([, name]) => name)
    for (const [, name] of all.matchAll(/include "([\w.]+)"/g)) expect(defined).toContain(name)
    expect(unknownIn(`${read(`${folder}/values.yaml`)}${all}`)).toEqual([])
    const leaves = Object.entries(values).flatMap(([name, value]) =>
      ['image', 'persistence', 'service', 'ingress', 'monitoring'].includes(name)
        ? Object.keys(Object(value)).map((inner) => `${name}.${inner}`)
        : [name],
    )
    expect(leaves.filter((path) => !used.includes(path))).toEqual([])
  })

  it('tells nodes their address and their proxies, has them watched, and restarts them when a secret changes', () => {
    const settingsOf = read(`${folder}/templates/settings.yaml`)
    for (const [value, setting] of [
      ['publicUrl', 'MILLWRIGHT_PUBLIC_URL'],
      ['trustedProxies', 'MILLWRIGHT_TRUSTED_PROXIES'],
      ['monitoring.allow', 'MILLWRIGHT_METRICS_ALLOW'],
    ])
      expect(settingsOf).toContain(`{{- with .Values.${value} }}\n  ${setting}: {{ . | quote }}\n`)
    const watched = read(`${folder}/templates/monitoring.yaml`)
    expect([...watched.matchAll(/^kind: (\w+)$/gm)].map(([, kind]) => kind)).toEqual([
      'ServiceMonitor',
      'PrometheusRule',
    ])
    const [, rules = ''] = /\.Files\.Get "([^"]+)"/.exec(watched) ?? []
    expect(load(read(`${folder}/${rules}`))).toMatchObject({ groups: expect.any(Array) })
    const annotated = /annotations:\n((?: +checksum.*\n)+)/.exec(read(`${folder}/templates/deployment.yaml`))?.[1]
    expect(annotated).toMatch(/checksum\/secrets: .*lookup "v1" "Secret" \.Release\.Namespace \.Values\.existingSecret/)
    expect(annotated).toMatch(/checksum\/settings: .*"\/settings\.yaml"/)
  })

  it('makes no secret, and looks into the cluster for nothing but whether the Secret has changed, as a revision says elsewhere', () => {
    expect(all).not.toMatch(
      /kind: Secret\b|\brand(?:AlphaNum|Alpha|Ascii|Bytes|Numeric|Int)\b|\bgen[A-Z]\w+|\buuidv4\b|\bnow\b/,
    )
    const looking = all.split('\n').filter((line) => line.includes('lookup'))
    expect(looking).toEqual([expect.stringMatching(/^ +checksum\/secrets: /)])
    const deployment = read(`${folder}/templates/deployment.yaml`)
    expect(deployment).toMatch(
      /with \.Values\.secretRevision \}\}\n +millwright\/secret-revision: \{\{ \. \| quote \}\}/,
    )
    expect(values.secretRevision).toBe('')
  })

  it.each(templates)('%s closes what it opens', (path) => {
    const text = read(path)
    expect(text.match(/\{\{-? (?:if|with|range|define)\b/g)?.length ?? 0).toBe(text.match(/\{\{-? end\b/g)?.length ?? 0)
    expect(text.match(/\{\{/g)?.length).toBe(text.match(/\}\}/g)?.length)
  })

  it.each(templates.filter((path) => path.endsWith('.yaml')))('%s is YAML once it is rendered', (path) => {
    const withoutElse = read(path).replace(/\{\{-? else \}\}[\s\S]*?(?=\{\{-? end)/g, '')
    const filled = withoutElse.replace(/^\s*\{\{.*\}\}\s*$\n?/gm, '').replace(/\{\{.*?\}\}/g, 'x')
    const documents = loadAll(filled)
    expect(documents.length).toBeGreaterThan(0)
    for (const document of documents)
      expect(document, basename(path)).toMatchObject({
        apiVersion: expect.any(String),
        kind: expect.any(String),
        metadata: { name: 'x' },
      })
  })
})
