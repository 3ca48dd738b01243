import { useSyncExternalStore } from 'react'

/** `testing` is background work: it stays until a notification with its tag replaces it. */
export type NotificationType = 'success' | 'error' | 'warning' | 'testing'

/** An action offered by a notification. */
export interface NotificationAction {
  readonly label: string
  readonly run: () => Promise<void> | void
}

export interface Notification {
  type: NotificationType
  /** The part of the console that it comes from: Admins, Profile, Api Error. */
  title: string
  text: string
  /** What it is about; a newer notification with the same tag replaces this one in place. */
  tag?: string
  action?: NotificationAction | undefined
}

export interface ShownNotification extends Notification {
  id: number
}

/** Milliseconds that a notification is shown. */
export const shownFor = 5000
/** A notification with an action is shown longer. */
export const shownForAction = 12_000
const most = 5

let shown: readonly ShownNotification[] = []
let lastId = 0
const listeners = new Set<() => void>()

function set(next: readonly ShownNotification[]): void {
  shown = next
  for (const listener of [...listeners]) listener()
}

/** Shows a short message at the bottom left. Never the only place for an error. */
export function notify(notification: Notification): void {
  lastId += 1
  set(withNotification(shown, { ...notification, id: lastId }))
}

export function dismiss(id: number): void {
  set(shown.filter((one) => one.id !== id))
}

/** Adds a notification: in place of one with the same tag, or else last; drops the oldest beyond the limit. */
export function withNotification(
  list: readonly ShownNotification[],
  added: ShownNotification,
): readonly ShownNotification[] {
  const at = added.tag === undefined ? -1 : list.findIndex((one) => one.tag === added.tag)
  return at < 0 ? [...list, added].slice(-most) : list.with(at, added)
}

export function useNotifications(): readonly ShownNotification[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown,
  )
}
