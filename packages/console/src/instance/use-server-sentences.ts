import { useQuery } from '@tanstack/react-query'
import { serverSentences } from './server-sentences.ts'

/** Has what a component shows of `serverSentences` be shown again once they are there. */
export function useServerSentences(): void {
  useQuery({
    queryKey: ['server-sentences'],
    queryFn: () => serverSentences.load().then(() => true),
    staleTime: Infinity,
  })
}
