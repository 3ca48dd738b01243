import { useQuery } from '@tanstack/react-query'
import { serverSentences } from './server-sentences.ts'

/** Says sentences of the instance in the reader's language; what a component shows of them is shown again once the words are there. */
export function useServerSentences(): (sentence: string) => string {
  useQuery({
    queryKey: ['server-sentences'],
    queryFn: () => serverSentences.load().then(() => true),
    staleTime: Infinity,
  })
  return serverSentences.say
}
