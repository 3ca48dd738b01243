/** Components that are listed at a time; more are found by typing. */
const most = 200

/** Those of a service's components that a typed text leaves, without the slashes at their ends. */
export function offered(components: readonly string[], typed: string): readonly string[] {
  const wanted = typed.trim().toLowerCase()
  const found = new Set<string>()
  for (const component of components) {
    const path = component.replace(/^\/+|\/+$/g, '')
    if (path !== '' && path.toLowerCase().includes(wanted)) found.add(path)
    if (found.size === most) break
  }
  return [...found]
}
