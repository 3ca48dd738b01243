const severalHosts = /^(\w+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s

/** Returns one address per host of an address with several hosts, such as `postgres://one:5432,other:5432/name`. */
export function addressesOf(address: string): readonly string[] {
  const [, start = '', hosts = '', rest = ''] = severalHosts.exec(address) ?? []
  return hosts.includes(',') ? hosts.split(',').map((host) => start + host + rest) : [address]
}

/**
 * Calls the server that succeeded last, and each of the others in turn if it fails.
 * @throws the error of the last server
 */
export function withFailover<Given extends readonly unknown[], T>(
  servers: readonly ((...parameters: Given) => Promise<T>)[],
): (...parameters: Given) => Promise<T> {
  let working = 0
  return async (...parameters) => {
    let reason: unknown = null
    const first = working
    for (let tried = 0; tried < servers.length; tried += 1) {
      const at = (first + tried) % servers.length
      const server = servers[at]
      if (server === undefined) continue
      try {
        const result = await server(...parameters)
        working = at
        return result
      } catch (error) {
        reason = error
      }
    }
    throw reason
  }
}
