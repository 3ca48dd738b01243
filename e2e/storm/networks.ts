import { execFileSync } from 'node:child_process'

/** A way from a node to others, a pair of virtual network devices of its own. */
export interface Link {
  /** Takes it down: what is sent is lost without a word. */
  cut(): void
  mend(): void
}

/** What a node sees of the network: namespaces of Linux, or the machine as it is. */
export interface NodeNetwork {
  /** The beginning of a command that runs another one there. */
  readonly within: readonly string[]
  /** Of the node. */
  readonly host: string
  /** Null: the machine as it is. */
  readonly links: { readonly database: Link; readonly redis: Link } | null
}

/** Networks of nodes that run beside each other on this machine. */
export interface Networks {
  /** Where servers listen for nodes: each is reached over a link of its own. */
  readonly hosts: { readonly database: string; readonly redis: string }
  /** One more. */
  open(): NodeNetwork
  close(): void
}

const ip = (...args: readonly string[]) => execFileSync('ip', args, { stdio: 'pipe' })

/** Whether namespaces can be made: by root, on Linux, with `ip`. */
function canHaveNamespaces(): boolean {
  const name = `millwright-${process.pid}-try`
  try {
    ip('netns', 'add', name)
    ip('netns', 'del', name)
    return true
  } catch {
    return false
  }
}

export function openNetworks(): Networks {
  return canHaveNamespaces() ? openNamespaces() : asItIs
}

const local = '127.0.0.1'
const asItIs: Networks = {
  hosts: { database: local, redis: local },
  open: () => ({ within: [], host: local, links: null }),
  close: () => undefined,
}

/** Addresses are of the block for tests of networks (RFC 2544), a part of it for each program that runs at the same time. */
function openNamespaces(): Networks {
  const block = `198.18.${process.pid % 256}`
  const hosts = { database: `${block}.1`, redis: `${block}.2` }
  const opened: string[] = []
  for (const host of Object.values(hosts)) ip('address', 'add', `${host}/32`, 'dev', 'lo')

  /** `to`: the address that is reached over it. Answers the name of its near end and the address of its far one. */
  function link(namespace: string, number: number, to: string | null): { near: string; far: string } {
    const near = `mw${process.pid % 100_000}l${number}`
    const far = `far${number}`
    const at = (offset: number) => `${block}.${4 + number * 4 + offset}`
    const inside = ['-n', namespace]
    ip('link', 'add', near, 'type', 'veth', 'peer', 'name', far, 'netns', namespace)
    ip('address', 'add', `${at(1)}/30`, 'dev', near)
    ip('link', 'set', near, 'up')
    ip(...inside, 'address', 'add', `${at(2)}/30`, 'dev', far)
    ip(...inside, 'link', 'set', far, 'up')
    if (to !== null) ip(...inside, 'route', 'add', to, 'via', at(1), 'dev', far)
    return { near, far: at(2) }
  }

  const linkOf = (device: string): Link => ({
    cut: () => void ip('link', 'set', device, 'down'),
    mend: () => void ip('link', 'set', device, 'up'),
  })

  return {
    hosts,
    open() {
      const at = opened.length
      const namespace = `millwright-${process.pid}-${at}`
      ip('netns', 'add', namespace)
      opened.push(namespace)
      ip('-n', namespace, 'link', 'set', 'lo', 'up')
      const front = link(namespace, at * 3, null)
      const database = link(namespace, at * 3 + 1, hosts.database)
      const redis = link(namespace, at * 3 + 2, hosts.redis)
      const links = { database: linkOf(database.near), redis: linkOf(redis.near) }
      return { within: ['ip', 'netns', 'exec', namespace], host: front.far, links }
    },
    close() {
      // Their links end with them.
      for (const namespace of opened) ip('netns', 'del', namespace)
      for (const host of Object.values(hosts)) ip('address', 'del', `${host}/32`, 'dev', 'lo')
    },
  }
}
