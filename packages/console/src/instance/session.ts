import type { Session } from '@millwright/contract/wire/session'
import { basePath } from './base-path.ts'

/** The login response without the legacy copy of the token and without a provider's tokens. */
export type StoredSession = Omit<Session, Left | 'session_token'> & { session_token: string }

/** Whether the user is an administrator whose access is restricted by a role. */
export function isRestricted(user: StoredSession): user is StoredSession & { role_id: number } {
  return user.is_sys_admin && typeof user.role_id === 'number'
}

/** Whether someone is an administrator who is not restricted. */
export function isFullAdmin(user: StoredSession | null): boolean {
  return user?.is_sys_admin === true && typeof user.role_id !== 'number'
}

type Left = 'session_id' | 'oauth_token' | 'id_token'

interface Stored {
  user: StoredSession
  remember: boolean
}

type Message = { kind: 'who' } | { kind: 'signed-in'; stored: Stored } | { kind: 'signed-out'; id: number }

/** Communication between the tabs of a browser. */
export interface Channel {
  post(message: unknown): void
  listen(hear: (message: unknown) => void): void
}

export interface SessionParts {
  /** Persistent storage; used only if the user chose "remember me". */
  remembered: Storage | null
  /** Storage with the lifetime of the tab. */
  tab: Storage | null
  channel: Channel | null
}

export interface SessionStore {
  current(): StoredSession | null
  signIn(session: Session, remember: boolean): void
  /** Applies the result of a refresh or a change of the profile. */
  update(changes: Partial<Session>): void
  signOut(): void
  /** Drops a session that the instance rejected, in this tab only: another tab may let the user sign in again without losing work. */
  drop(): void
  subscribe(listener: () => void): () => void
  /** Requests the session from the other tabs; resolves at the first response or after `wait` milliseconds. */
  askOtherTabs(wait: number): Promise<void>
}

/** Consoles of other instances may be on the same origin, beneath other paths. */
export const key = `millwright.session${basePath}`

/**
 * Stores the signed-in user. Without "remember me", the session is stored per tab, so that it ends with the browser even if that restores
 * cookies with its tabs; a new tab requests it from the open ones. Signing out in one tab signs out all.
 */
export function createSession({ remembered, tab, channel }: SessionParts): SessionStore {
  const listeners = new Set<() => void>()
  let stored = read(tab) ?? read(remembered)

  const keep = (next: Stored | null) => {
    stored = next
    write(remembered, next?.remember ? next : null)
    write(tab, next && !next.remember ? next : null)
    for (const listener of [...listeners]) listener()
  }
  const say = (message: Message) => channel?.post(message)

  channel?.listen((heard) => {
    const message = asMessage(heard)
    if (message?.kind === 'who' && stored) say({ kind: 'signed-in', stored })
    if (message?.kind === 'signed-out' && message.id === stored?.user.id) keep(null)
    if (message?.kind !== 'signed-in') return
    const news = message.stored.user
    if (stored && (stored.user.id !== news.id || stored.user.is_sys_admin !== news.is_sys_admin)) return
    if (stored?.user.session_token !== news.session_token) keep(message.stored)
  })

  return {
    current: () => stored?.user ?? null,
    signIn(session, remember) {
      const user = withoutCopy(session)
      if (!user) return
      keep({ user, remember })
      say({ kind: 'signed-in', stored: { user, remember } })
    },
    update(changes) {
      if (!stored) return
      const user = withoutCopy({ ...stored.user, session_id: null, ...changes })
      if (!user) return
      const next = { user, remember: stored.remember }
      keep(next)
      say({ kind: 'signed-in', stored: next })
    },
    signOut() {
      const id = stored?.user.id
      keep(null)
      if (id !== undefined) say({ kind: 'signed-out', id })
    },
    drop: () => keep(null),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    askOtherTabs(wait) {
      if (stored || !channel) return Promise.resolve()
      return new Promise((resolve) => {
        const done = () => {
          listeners.delete(done)
          clearTimeout(timer)
          resolve()
        }
        const timer = setTimeout(done, wait)
        listeners.add(done)
        say({ kind: 'who' })
      })
    },
  }
}

function withoutCopy(session: Session): StoredSession | null {
  const { session_id: _copy, oauth_token: _theirs, id_token: _claims, session_token, ...rest } = session
  return session_token ? { ...rest, session_token } : null
}

function read(storage: Storage | null): Stored | null {
  try {
    return asStored(JSON.parse(storage?.getItem(key) ?? 'null'))
  } catch {
    return null
  }
}

function write(storage: Storage | null, stored: Stored | null): void {
  try {
    if (stored) storage?.setItem(key, JSON.stringify(stored))
    else storage?.removeItem(key)
  } catch {
    // Storage can be full or blocked; the session then lasts as long as the page.
  }
}

function asMessage(heard: unknown): Message | null {
  if (typeof heard !== 'object' || heard === null || !('kind' in heard)) return null
  if (heard.kind === 'who') return { kind: 'who' }
  if (heard.kind === 'signed-out' && 'id' in heard && typeof heard.id === 'number')
    return { kind: 'signed-out', id: heard.id }
  const stored = heard.kind === 'signed-in' && 'stored' in heard ? asStored(heard.stored) : null
  return stored && { kind: 'signed-in', stored }
}

function asStored(value: unknown): Stored | null {
  if (typeof value !== 'object' || value === null || !('user' in value)) return null
  const { user } = value
  return isUser(user) ? { user, remember: 'remember' in value && value.remember === true } : null
}

function isUser(value: unknown): value is StoredSession {
  return (
    typeof value === 'object' &&
    value !== null &&
    'session_token' in value &&
    typeof value.session_token === 'string' &&
    'id' in value &&
    typeof value.id === 'number'
  )
}
