import { execFileSync } from 'node:child_process'

/** A connection from a node to other servers, over its own pair of virtual network devices. */
export interface Link {
  /** Takes the link down: packets are dropped silently. */
  cut(): void
  mend(): void
}

/** The network of a node: Linux namespaces, or the network of the machine. */
export interface NodeNetwork {
  /** The beginning of a command that runs another one in this network. */
  readonly within: readonly string[]
  /** Address of the node. */
  readonly host: string
  /** `null` for the network of the machine. */
  readonly links: { readonly database: Link; readonly redis: Link } | null
}

/** The networks of nodes that run side by side on this machine. */
export interface Networks {
  /** Addresses on which servers listen for nodes, each reached over its own link. */
  readonly hosts: { readonly database: string; readonly redis: string }
  /** Creates another network. */
  open(): NodeNetwork
  close(): void
}

const ip = (...args: readonly string[]) => execFileSync('ip', args, { stdio: 'pipe' })

/** Whether namespaces can be created: requires root on Linux with `ip`. */
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

/** Addresses are from the block for network tests (RFC 2544), with a part of it for each concurrent process. */
function openNamespaces(): Networks {
  const block = `198.18.${process.pid % 256}`
  const hosts = { database: `${block}.1`, redis: `${block}.2` }
  const opened: string[] = []
  for (const host of Object.values(hosts)) ip('address', 'add', `${host}/32`, 'dev', 'lo')

  /** `to`: the address that is reached over the link. Returns the name of its near end and the address of its far end. */
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
      // Deleting a namespace removes its links.
      for (const namespace of opened) ip('netns', 'del', namespace)
      for (const host of Object.values(hosts)) ip('address', 'del', `${host}/32`, 'dev', 'lo')
    },
  }
}
