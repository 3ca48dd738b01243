import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { packProgram } from '../../tools/pack/pack-program.ts'
import { root } from '../../tools/paths.mjs'
import { canHaveMachines, openMachines } from '../harness/machines.ts'

/** Instructions of the Dockerfile, one per line. */
const instructions = readFileSync(join(root, 'Dockerfile'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, name = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? []
    return name === '' ? [] : [{ name, rest }]
  })
const last = instructions.findLastIndex(({ name }) => name === 'FROM')
const of = (wanted: string, from = last) =>
  instructions.slice(from).flatMap(({ name, rest }) => (name === wanted ? [rest] : []))
const listed = (json: string): string[] => JSON.parse(json)
const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(' ')

test.skipIf(!canHaveMachines)(
  'the contents of the image run as its user, without capabilities, on a read-only root',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'millwright-image-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const archive = readFileSync(await packProgram(folder))
    const machines = await openMachines(process.execPath)
    onTestFinished(machines.close)
    const machine = await machines.open('10.0.0.8')
    machine.write('/package/millwright-0.1.0.tgz', archive)

    // The Debian packages are those of this machine, and the base image has this user.
    const steps = of('RUN', 0)
    const copied = of('COPY')
    const installation = steps.filter((step) => step.startsWith('npm install'))
    expect([installation.length, copied]).toEqual([1, ['--from=build /opt/millwright /opt/millwright']])
    machine.run(
      'id 1000 > /dev/null 2>&1 || useradd --uid 1000 --user-group node\nid node > /dev/null 2>&1 || useradd -o --uid 1000 -g 1000 node',
    )
    machine.run(installation.join('\n'))
    machine.run(
      of('RUN')
        .filter((step) => !step.startsWith('apt-get'))
        .join('\n')
        .replaceAll('node:node', '1000:1000'),
    )

    const [user = '', health = '', entry = '', command = ''] = ['USER', 'HEALTHCHECK', 'ENTRYPOINT', 'CMD'].map(
      (name) => of(name)[0],
    )
    const environment = of('ENV').join(' ').replace('$PATH', '/usr/local/bin:/usr/bin:/bin')
    const [uid, gid] = user.split(':')
    const within = `env -i ${environment} setpriv --reuid=${uid} --regid=${gid} --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all`
    machine.run('mount --bind /data /data && mount -o remount,bind,ro /')
    expect(() => machine.run('touch /opt/anything')).toThrow('Read-only file system')

    const begun = machine.run(`${within} ${quoted([...listed(entry), ...listed(command)])} > /run/printed 2>&1 &
      echo $! > /run/pid
      until grep -q 'ready at' /run/printed; do kill -0 $!; sleep 0.1; done
      cat /run/printed`)
    expect(begun).toContain('First administrator: ')
    machine.run(`${within} ${quoted(listed(health.replace(/^.*? CMD /, '')))}`)
    expect(machine.run(`${within} millwright doctor --apps-port 0 || true`)).toMatch(/^ok {4}store/m)

    const [, email] = /First administrator: (\S+)/.exec(begun) ?? []
    const [, password] = /only this once: (\S+)/.exec(begun) ?? []
    const api = 'http://127.0.0.1:8080/api/v2'
    const post = (path: string, body: object, more = '') =>
      machine.run(`curl -fsS ${more} -H 'content-type: application/json' -d @- ${api}/${path}`, {
        input: JSON.stringify(body),
      })
    const { session_token: token } = JSON.parse(post('system/admin/session', { email, password }))
    const header = `-H 'X-DreamFactory-Session-Token: ${token}'`
    const resource = [
      { name: 'sum', label: 'Sum', type: 'nodejs', is_active: true, config: { content: 'return { sum: 40 + 2 }' } },
    ]
    post('system/service', { resource }, header)
    expect(machine.run(`curl -fsS ${header} ${api}/sum`)).toBe('{"sum":42}')
    machine.run(`${within} millwright backup /tmp/backup.tar.gz`)
    expect(
      machine.run(
        'kill "$(cat /run/pid)"; until ! kill -0 "$(cat /run/pid)" 2> /dev/null; do sleep 0.1; done; tail -1 /run/printed',
      ),
    ).not.toMatch(/cut off|aborted/)
  },
)
