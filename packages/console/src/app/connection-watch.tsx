import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useConnectionLost } from '../instance/connection.ts'
import { send } from '../instance/send.ts'
import { connectionBack, connectionLost } from '../notifications/connection-lost.ts'
import { notify } from '../notifications/notify.ts'

/** Milliseconds between looks whether the instance answers again. */
const lookEvery = 4000

/** Any answer will do: the transport notes it. */
async function look(): Promise<void> {
  await send({ verb: 'GET', path: 'system/environment', ignore401: true }).catch(() => undefined)
}

/** Says once that the instance does not answer, looks for it, and has what could not be read meanwhile read again. */
export function ConnectionWatch() {
  const lost = useConnectionLost()
  const queryClient = useQueryClient()
  const wasLost = useRef(false)

  const tell = useEffectEvent(() => {
    if (lost) notify({ ...connectionLost, action: { label: 'Try again', run: tryAgain } })
    else if (wasLost.current) {
      notify(connectionBack)
      void queryClient.invalidateQueries({ predicate: ({ state }) => state.error !== null })
    }
    wasLost.current = lost
  })
  const tryAgain = async () => {
    await look()
    tell()
  }

  useEffect(() => {
    tell()
    if (!lost) return
    const quietly = () => {
      if (!document.hidden) void look()
    }
    const timer = setInterval(quietly, lookEvery)
    window.addEventListener('online', quietly)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', quietly)
    }
  }, [lost])
  return null
}
