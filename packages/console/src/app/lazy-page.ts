import { lazyRouteComponent } from '@tanstack/react-router'

/** Code of the console did not come. */
export class Unfetched extends Error {
  /** Nothing answers where it comes from; else it is not there any more. */
  readonly away: boolean

  constructor(away: boolean, cause: unknown) {
    super('unfetched', { cause })
    this.away = away
  }
}

/** As browsers say it, each in its own words. */
export function isUnfetched(error: unknown): boolean {
  if (error instanceof Unfetched) return true
  return error instanceof TypeError && /dynamically imported module|importing a module script/i.test(error.message)
}

/** Whether this page could be loaded anew. */
export function isPageThere(): Promise<boolean> {
  return fetch(window.location.href, { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false,
  )
}

/**
 * A screen whose code is fetched when it is opened. An instance that was upgraded has other files: the page is loaded anew, once a file. Without a
 * connection it is not, as the router would by itself: that leaves the browser's own page in place of the console and of what is typed in it.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(async () => {
    try {
      return await load()
    } catch (error) {
      if (!isUnfetched(error)) throw error
      const there = await isPageThere()
      if (there && isFirst(String(error))) window.location.reload()
      throw new Unfetched(!there, error)
    }
  }, name)

function isFirst(failure: string): boolean {
  const key = `millwright.reloaded:${failure}`
  if (sessionStorage.getItem(key) !== null) return false
  sessionStorage.setItem(key, '1')
  return true
}
