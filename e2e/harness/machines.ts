import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { standIns } from './stand-ins.ts'

/** A simulated machine: it sees a private copy-on-write view of this machine's files, and has its own address and processes. */
export interface Machine {
  /** Writes a file on the machine. */
  write(path: string, content: string | Uint8Array, mode?: number): void
  /** Runs shell commands as root until the first one fails, and returns their output; throws with the output if one failed. */
  run(commands: string, options?: RunOptions): string
}

interface RunOptions {
  readonly cwd?: string
  /** Standard input of the commands. */
  readonly input?: string
  readonly env?: Readonly<Record<string, string>>
}

export interface Machines {
  /** `address`: in 10.0.0.0/24. */
  open(address: string): Promise<Machine>
  /** Ends all processes and removes all files of the machines. */
  close(): Promise<void>
}

const unshared = ['--mount', '--net', '--uts', '--pid', '--fork', '--kill-child', '--propagation', 'private']

/** The system tools that create machines are in `sbin`, which is not on every user's path. */
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` }

/** Whether machines can be created: requires root on Linux with overlays, namespaces and bridges. */
export const canHaveMachines = canHave()

function canHave(): boolean {
  const overlay =
    'mount -t tmpfs t /mnt && mkdir /mnt/u /mnt/w /mnt/m && mount -t overlay o -o lowerdir=/,upperdir=/mnt/u,workdir=/mnt/w /mnt/m'
  const script = `${overlay} && ip link add try0 type bridge && command -v setpriv nsenter`
  return process.platform === 'linux' && spawnSync('unshare', [...unshared, 'sh', '-c', script], { env }).status === 0
}

/** Folders that are empty on a machine. */
const empty = ['/tmp', '/run', '/var/lib/postgresql', '/etc/millwright', '/etc/haproxy']

/** `node`: the Node.js that machines run as `node`. */
export async function openMachines(node: string): Promise<Machines> {
  const folder = mkdtempSync(join(tmpdir(), 'millwright-machines-'))
  const holders: ChildProcess[] = []
  const hub = await hold('ip link set lo up; ip link add hub type bridge; ip link set hub up', '/')

  /** Starts processes that only end with this one. Returns the id of the first of them. */
  async function hold(setUp: string, root: string): Promise<number> {
    // The init process reaps orphaned processes.
    const script = `set -e\n${setUp}\necho held\nexec chroot '${root}' bash -c 'sleep infinity & while :; do wait; done'`
    const holder = spawn('setpriv', ['--pdeathsig', 'KILL', 'unshare', ...unshared, 'sh', '-c', script], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    holders.push(holder)
    await Promise.race([once(holder.stdout, 'data'), once(holder, 'exit').then(() => Promise.reject(new Error(setUp)))])
    return Number(execFileSync('pgrep', ['--parent', String(holder.pid)]).toString())
  }

  const inside = (pid: number) => ['-t', String(pid), '-m', '-n', '-u', '-p', '-r', '-w']

  return {
    async open(address) {
      const own = join(folder, address)
      const root = join(own, 'root')
      for (const name of ['over', 'root']) mkdirSync(join(own, name), { recursive: true })
      for (const [name, content] of Object.entries(standIns)) {
        const path = join(own, 'stand-ins', name)
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(path, content, { mode: 0o755 })
      }
      const pid = await hold(
        [
          `mount -t tmpfs over '${own}/over'`,
          `mkdir '${own}/over/upper' '${own}/over/work'`,
          `mount -t overlay root -o 'lowerdir=/,upperdir=${own}/over/upper,workdir=${own}/over/work' '${root}'`,
          `cp '${own}'/stand-ins/* '${root}/usr/local/bin/'`,
          `mount --rbind /dev '${root}/dev'`,
          `mount -t proc proc '${root}/proc'`,
          ...empty.map((path) => `mkdir -p '${root}${path}'; mount -t tmpfs -o mode=755 tmpfs '${root}${path}'`),
          `chmod 1777 '${root}/tmp'`,
          `mount --bind '${node}' '${root}/usr/bin/node'`,
          'ip link set lo up',
          `hostname node-${address.replaceAll('.', '-')}`,
        ].join('\n'),
        root,
      )
      const device = `to${address.split('.').at(-1)}`
      const atHub = (...args: readonly string[]) =>
        execFileSync('nsenter', ['-t', String(hub), '-n', 'ip', ...args], { env })
      const here = (...args: readonly string[]) =>
        execFileSync('nsenter', ['-t', String(pid), '-n', 'ip', ...args], { env })
      atHub('link', 'add', device, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(pid))
      atHub('link', 'set', device, 'master', 'hub', 'up')
      here('address', 'add', `${address}/24`, 'dev', 'eth0')
      here('link', 'set', 'eth0', 'up')

      const start = (commands: string, { cwd = '/root', input = '', env = {} }: RunOptions = {}) =>
        spawnSync('nsenter', [...inside(pid), 'sh', '-ec', `cd '${cwd}'\n${commands}`], {
          input,
          encoding: 'utf8',
          env: { PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root', ...env },
          timeout: 110_000,
        })
      const run: Machine['run'] = (commands, options) => {
        const { status, stdout, stderr, error } = start(commands, options)
        if (status === 0) return stdout
        throw new Error(`At ${address}: ${commands}\nended with ${status}: ${error?.message ?? ''}${stdout}${stderr}`)
      }
      return {
        run,
        write(path, content, mode = 0o644) {
          const passed = Buffer.from(content).toString('base64')
          run(`mkdir -p '${dirname(path)}'; base64 -d > '${path}'; chmod ${mode.toString(8)} '${path}'`, {
            input: passed,
          })
        },
      }
    },
    async close() {
      await Promise.all(
        holders.map(async (holder) => {
          if (holder.exitCode !== null || holder.signalCode !== null) return
          const gone = once(holder, 'exit')
          holder.kill('SIGKILL')
          await gone
        }),
      )
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
