const severalHosts = /^(\w+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s

/** One address for each of the hosts that an address lists, as in `postgres://one:5432,other:5432/name`. */
export function addressesOf(address: string): readonly string[] {
  const [, start = '', hosts = '', rest = ''] = severalHosts.exec(address) ?? []
  return hosts.includes(',') ? hosts.split(',').map((host) => start + host + rest) : [address]
}

/**
 * Does what several servers could do at the one that did it last, and at each of the others in turn when that one cannot.
 * @throws what the last of them said
 */
export function atWhicheverCan<Given extends readonly unknown[], T>(
  servers: readonly ((...given: Given) => Promise<T>)[],
): (...given: Given) => Promise<T> {
  let current = 0
  return async (...given) => {
    let reason: unknown = null
    for (let tried = 0; tried < servers.length; tried += 1) {
      const server = servers[current]
      try {
        if (server !== undefined) return await server(...given)
      } catch (error) {
        reason = error
      }
      current = (current + 1) % servers.length
    }
    throw reason
  }
}
