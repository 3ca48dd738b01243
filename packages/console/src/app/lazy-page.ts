import { lazyRouteComponent } from '@tanstack/react-router'

/** A chunk of the console failed to load. */
export class ChunkLoadError extends Error {
  /** The server does not respond; otherwise the chunk no longer exists there. */
  readonly isOffline: boolean

  constructor(isOffline: boolean, cause: unknown) {
    super('ChunkLoadError', { cause })
    this.isOffline = isOffline
  }
}

/** Whether a dynamic import failed. Browsers differ in their messages. */
export function isChunkLoadError(error: unknown): boolean {
  if (error instanceof ChunkLoadError) return true
  return error instanceof TypeError && /dynamically imported module|importing a module script/i.test(error.message)
}

/** Whether reloading this page would succeed. */
export function isPageReachable(): Promise<boolean> {
  return fetch(window.location.href, { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false,
  )
}

/**
 * Creates a screen whose code is loaded when it is opened. After an upgrade the instance has other chunks, so the page is reloaded, once per
 * chunk. Unlike the router's own version it does not reload while offline: the browser's error page would replace the console and its input.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(async () => {
    try {
      return await load()
    } catch (error) {
      if (!isChunkLoadError(error)) throw error
      const isReachable = await isPageReachable()
      if (isReachable && isFirstReload(String(error))) window.location.reload()
      throw new ChunkLoadError(!isReachable, error)
    }
  }, name)

function isFirstReload(failure: string): boolean {
  const key = `millwright.reloaded:${failure}`
  if (sessionStorage.getItem(key) !== null) return false
  sessionStorage.setItem(key, '1')
  return true
}
