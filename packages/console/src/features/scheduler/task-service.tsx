import { useEffect } from 'react'
import { notify } from '../../notifications/notify.ts'
import { taskMessages } from './messages.ts'

interface TaskServiceProps {
  id: number | null
  name: string
  /** The services there are have been read. */
  known: boolean
}

/** The service that a task calls; one that is gone is told aloud, too. */
export function TaskService({ id, name, known }: TaskServiceProps) {
  const gone = known && id !== null && name === `#${id}`
  useEffect(() => {
    if (!gone || id === null) return
    notify({ type: 'error', title: taskMessages.module, text: taskMessages.serviceGone(id), tag: `service-${id}` })
  }, [gone, id])
  return gone && id !== null ? <span title={taskMessages.serviceGone(id)}>{name}</span> : name
}
