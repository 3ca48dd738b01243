import { useQuery } from '@tanstack/react-query'
import { namesQuery, userSource } from '../../../widgets/records/record-picker/record-source.ts'

/** Returns whether a person is an administrator; a user while this is unknown. */
export function useCallerKind(id: number | null): 'user' | 'admin' {
  const admins = { ...userSource, collection: 'system/admin' }
  const { data } = useQuery({ ...namesQuery(admins, id === null ? [] : [id]), retry: false })
  return id !== null && data?.has(id) ? 'admin' : 'user'
}
