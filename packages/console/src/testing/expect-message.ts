import { renderHook, screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { useNotifications } from '../notifications/notify.ts'
import { type Message, messageOf } from './message-catalogue.ts'

/** Waits until a message of the catalogue is shown in the place that its kind requires. */
export async function expectMessage(id: string, gaps: Readonly<Record<string, string>> = {}): Promise<void> {
  const message = messageOf(id, gaps)
  switch (message.kind) {
    case 'success':
    case 'warning':
    case 'error':
    case 'testing':
      return expectNotification(message)
    case 'question':
      // Accessible names have collapsed whitespace.
      await screen.findByRole('alertdialog', { name: message.text.replaceAll(/\s+/g, ' ') })
      return
    case 'inline':
      return waitFor(() => expect(inPage(message.text).some(isSaidAloud)).toBe(true))
    default:
      return waitFor(() => expect(inPage(message.text), message.text).not.toEqual([]))
  }
}

const region = '[aria-label="Notifications"]'

async function expectNotification({ kind, title, text }: Message): Promise<void> {
  const { result, unmount } = renderHook(useNotifications)
  try {
    await waitFor(() => {
      const known = result.current.map((one) => ({ type: one.type, title: one.title, text: one.text }))
      expect(known).toContainEqual({ type: kind, title, text })
      const drawn = [...document.querySelectorAll(`${region} p`)].map(({ textContent }) => textContent)
      expect(drawn).toEqual(expect.arrayContaining([title, text]))
    })
  } finally {
    unmount()
  }
}

/** Elements outside the notifications with exactly this text. */
function inPage(text: string): readonly HTMLElement[] {
  return [...document.body.querySelectorAll<HTMLElement>('*')].filter(
    (element) => element.textContent?.replace(/\s+/g, ' ').trim() === text && element.closest(region) === null,
  )
}

/** Whether it is in a banner, or describes a control. */
function isSaidAloud(element: HTMLElement): boolean {
  const bound = element.id !== '' && document.querySelector(`[aria-describedby~="${element.id}"]`) !== null
  return bound || element.closest('[role="alert"], [role="status"]') !== null
}
