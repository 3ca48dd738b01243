import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { hasHaProxy } from '@millwright/instance/testing/counterparts/haproxy'
import { hasPostgresPrograms } from '@millwright/instance/testing/counterparts/postgres-server'
import { isInstalled } from '@millwright/instance/testing/installed-program'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CommandBlock, operateBlocks } from '../../tools/checks/operate-pages.ts'
import { packProgram } from '../../tools/pack/pack-program.ts'
import { root } from '../../tools/paths.mjs'
import { canHaveMachines, type Machine, openMachines } from '../harness/machines.ts'

const own = 'e2e/program/operate.test.ts'
const left = operateBlocks().filter(({ runBy }) => runBy === own)

/** Returns the one command block of a page that contains these words, verbatim, and marks it as run. */
function commands(page: string, words: string): string {
  const isMeant = (block: CommandBlock) => basename(block.page) === page && `\n${block.text}`.includes(words)
  const found = operateBlocks().filter(isMeant)
  const at = left.findIndex(isMeant)
  if (at >= 0) left.splice(at, 1)
  expect(found, `${page}: ${words}`).toHaveLength(1)
  return found[0]?.text ?? ''
}

const linesOf = (text: string, pattern: RegExp) =>
  text
    .split('\n')
    .filter((line) => pattern.test(line))
    .join('\n')

/** Runs a foreground program until it responds, then stops it. */
const untilReady = (text: string) =>
  text.replace(
    /^(\S*millwright) serve$/m,
    `: > served
    $1 serve >> served 2>&1 &
    until grep -q 'ready at' served; do sleep 0.1; done
    curl -fsS http://127.0.0.1:8080/health/ready
    kill $! && wait $!`,
  )

const ready = 'until curl -fs http://127.0.0.1:8080/health/ready > /dev/null; do sleep 0.2; done'
const settings = 'set -a; . /etc/millwright/millwright.env; MILLWRIGHT_DATA=/var/lib/millwright'
/** Milliseconds: every node is installed, started and restarted several times. */
const patience = 400_000
const passphrase = 'correct horse battery staple\n'
const possible = canHaveMachines && hasPostgresPrograms && hasHaProxy && isInstalled('redis-server')

describe.skipIf(!possible)('an operator with only docs/operate and the package', () => {
  let machines: Awaited<ReturnType<typeof openMachines>>
  let archive: Buffer

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'millwright-operate-'))
    try {
      archive = readFileSync(await packProgram(folder))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
    machines = await openMachines(process.execPath)
  })
  afterAll(() => machines?.close())

  /** Opens a machine with Node.js, the package and the repository's files for operators. */
  async function withPackage(address: string): Promise<Machine> {
    const machine = await machines.open(address)
    machine.write('/root/millwright-0.1.0.tgz', archive)
    machine.write('/root/deploy/millwright.service', readFileSync(join(root, 'deploy/millwright.service')))
    return machine
  }
  const offline = {
    env: { npm_config_offline: 'true', npm_config_audit: 'false', npm_config_update_notifier: 'false' },
  }
  const install = (machine: Machine) =>
    machine.run(linesOf(commands('install.md', 'npm install --global'), /^npm/), offline)
  /** Logs in with the credentials that the first start printed. */
  const logIn = (machine: Machine, url: string, printed: string) => {
    const email = /First administrator: (\S+)/.exec(printed)?.[1]
    const password = /Password, shown only this once: (\S+)/.exec(printed)?.[1]
    const body = JSON.stringify({ email, password })
    const answer = machine.run(
      `curl -fsS -H 'content-type: application/json' -d '${body}' ${url}/api/v2/system/admin/session`,
    )
    return String(JSON.parse(answer).session_token)
  }

  test('starts it on a laptop, with and without a global installation', async () => {
    const machine = await withPackage('10.0.0.9')
    const global = untilReady(commands('install.md', 'npm install --global'))
    expect(machine.run(global, offline)).toContain('"status":"ready"')
    const local = untilReady(commands('install.md', 'npm install --prefix'))
    expect(machine.run(local, offline)).toContain('"status":"ready"')
  })

  test('runs it as a service, backs it up, restores it, rotates its key, resets a password and reads its log', {
    timeout: patience,
  }, async () => {
    const machine = await withPackage('10.0.0.10')
    install(machine)
    const service = commands('install.md', 'useradd')
    const printed = machine.run(service.replace('journalctl', `${ready}\njournalctl`))
    expect(printed).toContain('First administrator: ')
    const token = logIn(machine, 'http://127.0.0.1:8080', printed)
    const roles = `curl -sS -H 'X-DreamFactory-Session-Token: ${token}' http://127.0.0.1:8080/api/v2/system/role`
    expect(JSON.parse(machine.run(roles))).toEqual({ resource: [] })

    const doctor = commands('install.md', '/usr/bin/millwright doctor').replace(/[\s\S]*systemd-run/, 'systemd-run')
    const looked = machine.run(`${doctor.trim()} || true`)
    expect(linesOf(looked, /^FAIL/)).toMatch(/^FAIL {2}public URL/)
    expect(
      machine.run(`${settings}\nunset MILLWRIGHT_PUBLIC_URL\n${commands('install.md', '\nmillwright doctor').trim()}`),
    ).not.toMatch(/^FAIL/m)

    machine.write('/etc/millwright-passphrase', passphrase, 0o600)
    machine.run('install -d -m 700 /backup')
    machine.run(`${settings}\n${commands('backup.md', 'millwright backup /backup/2026')}`)
    machine.run('systemctl stop millwright\nmv /var/lib/millwright /root/before')
    machine.run(`${settings}\n${commands('backup.md', 'millwright restore')}\nchown -R millwright: /var/lib/millwright`)
    machine.run(`systemctl start millwright\n${ready}`)
    expect(JSON.parse(machine.run(roles))).toEqual({ resource: [] })

    expect(machine.run(`${settings}\n${commands('keys.md', 'millwright key rotate\n')}`)).not.toBe('')
    // A node on SQLite checks every second whether a key has expired.
    await expect.poll(() => machine.run(roles)).toContain('Token Signature could not be verified')

    const reset = linesOf(
      commands('install.md', 'reset-password').replace('ada@example.com', 'admin@example.com'),
      /prints a password/,
    )
    expect(machine.run(`${settings}\n${reset}`)).toMatch(/\S{20}/)

    const entries = commands('logs.md', 'journalctl').replaceAll('6f0c6a52-5f4e-4a39-a1d5-5f5ac2f2f3d0', 'asked')
    machine.run('curl -sS -H "X-Request-Id: asked" http://127.0.0.1:8080/api/v2/system/environment')
    machine.run('grep "^{" /run/millwright.journal > /run/json && mv /run/json /run/millwright.journal')
    expect(machine.run(entries)).toContain('"path":"/api/v2/system/environment"')
  })

  test('sets up three nodes behind HAProxy, with backups and dashboard metrics', {
    timeout: patience,
  }, async () => {
    const [database, redis, proxy, monitor] = await Promise.all(
      ['10.0.0.31', '10.0.0.41', '10.0.0.20', '10.0.0.50'].map((address) => machines.open(address)),
    )
    const nodes = await Promise.all(['10.0.0.11', '10.0.0.12', '10.0.0.13'].map(withPackage))
    const [first, ...others] = nodes
    if (!database || !redis || !proxy || !monitor || !first) throw new Error('A machine is missing.')
    redis.run('redis-server --bind 10.0.0.41 --protected-mode no --daemonize yes --save ""')
    database.run(`install -d -o postgres -g postgres /run/postgresql /var/lib/postgresql/data
      bin=$(ls -d /usr/lib/postgresql/*/bin | tail -1)
      sudo -u postgres $bin/initdb -D /var/lib/postgresql/data -A peer --no-sync > /dev/null
      echo 'host millwright millwright 10.0.0.0/24 scram-sha-256' >> /var/lib/postgresql/data/pg_hba.conf
      sudo -u postgres $bin/pg_ctl -D /var/lib/postgresql/data -w -l /run/postgresql/log -o "-c listen_addresses=* -c unix_socket_directories=/run/postgresql -F" start > /dev/null`)
    database.run(commands('nodes.md', 'createuser'), { input: 'PASSWORD\nPASSWORD\n' })

    const secret = randomBytes(32).toString('hex')
    const environment = commands('nodes.md', 'MILLWRIGHT_METRICS_ALLOW')
      .replace('MILLWRIGHT_SECRET=…', `MILLWRIGHT_SECRET=${secret}`)
      .replace('https://api.example.com', 'http://10.0.0.20')
    const unit = linesOf(commands('install.md', 'useradd'), /^(useradd|install) /)
    const started = commands('nodes.md', 'enable --now')
    const [enable = '', shown = '', ...doctor] = started.split('\n')
    for (const node of nodes) {
      install(node)
      node.run(unit)
      node.write('/etc/millwright/millwright.env', environment, 0o600)
      node.run(`${enable}\n${ready}`)
    }
    const printed = first.run(shown)
    expect(others.map((node) => node.run(`${shown.replace(/#.*/, '')} || true`))).toEqual(['', ''])
    expect(linesOf(first.run(`${doctor.join('\n').trim()} || true`), /^FAIL/)).toMatch(/^FAIL {2}public URL.*$/)
    database.run(`sudo -u postgres psql -q millwright << 'END'\n${commands('nodes.md', 'alter database')}END`)

    proxy.write('/root/haproxy.cfg', readFileSync(join(root, 'docs/operate/haproxy.cfg')))
    proxy.run(commands('nodes.md', 'apt-get install haproxy').replace(/^apt-get .*\n/, ''))
    const url = 'http://10.0.0.20'
    monitor.run(`until curl -fs ${url}/health/ready > /dev/null; do sleep 0.2; done`)
    const token = logIn(monitor, url, printed)
    const call = (path: string, more = '') =>
      monitor.run(`curl -fsS -H 'X-DreamFactory-Session-Token: ${token}' ${more} ${url}/api/v2/${path}`)
    const added = (name: string) => `-H 'content-type: application/json' -d '{"resource":[{"name":"${name}"}]}'`
    call('system/role', added('before'))
    expect(first.run(doctor.join('\n'))).not.toMatch(/^FAIL/m)

    // Every node serves the metrics of the dashboard, and only to the Prometheus machine.
    const dashboard = readFileSync(join(root, 'docs/operate/grafana-dashboard.json'), 'utf8')
    const names = [...new Set(dashboard.match(/\b(?:millwright|nodejs|process)_\w+/g))].map((name) =>
      name.replace(/_(?:bucket|count|sum)$/, ''),
    )
    for (const address of ['10.0.0.11', '10.0.0.12', '10.0.0.13']) {
      const figures = monitor.run(`curl -fsS http://${address}:8080/metrics`)
      expect(names.filter((name) => !figures.includes(`# TYPE ${name} `))).toEqual([])
      expect(proxy.run(`curl -s -o /dev/null -w '%{http_code}' http://${address}:8080/metrics`)).toBe('404')
    }
    expect(monitor.run(`curl -s -o /dev/null -w '%{http_code}' ${url}/metrics`)).toBe('404')

    // The nightly backup, restored from a file on another machine.
    first.write('/etc/millwright-passphrase', passphrase, 0o600)
    first.run('install -d -o millwright -m 700 /backup\nchown millwright /etc/millwright-passphrase')
    const nightly = commands('backup.md', '0 3 * * *').replace('0 3 * * *', '').replaceAll('\\%', '%')
    first.run(nightly)
    const [restored] = others
    const backup = first.run('base64 /backup/*.tar.gz')
    restored?.write('/root/backup.tar.gz', Buffer.from(backup, 'base64'), 0o600)
    restored?.write('/root/passphrase', passphrase, 0o600)
    const there = 'millwright restore /root/backup.tar.gz --data /root/again --passphrase-file /root/passphrase'
    expect(restored?.run(there)).toMatch(/^Restored \d+ rows/)
    expect(restored?.run('millwright doctor --data /root/again --port 0')).not.toMatch(/^FAIL/m)

    // Restarts one node after the other, without interrupting callers.
    const restart = commands('nodes.md', 'systemctl restart millwright\n')
    for (const node of nodes) {
      node.run(restart)
      call('system/role?fields=name')
    }

    // Rotates the secret.
    const [make = '', turn = '', , finish = ''] = commands('keys.md', 'new-secret').split('\n')
    first.run(`${settings}\n${make}\n${turn}`)
    const fresh = first.run('cat new-secret').trim()
    for (const node of nodes) {
      node.write('/etc/millwright/millwright.env', environment.replace(secret, fresh), 0o600)
      node.run(restart)
    }
    first.run(`${settings}\n${finish}`)
    expect(monitor.run(`curl -s ${url}/api/v2/system/role -H 'X-DreamFactory-Session-Token: ${token}'`)).toContain(
      'could not be verified',
    )
    expect(monitor.run(`curl -fsS ${url}/health/ready`)).toContain('"status":"ready"')
  })
  test('has run every command that docs/operate marks as run here', () => {
    expect(left.map(({ page, text }) => `${page}: ${text}`)).toEqual([])
  })
})
