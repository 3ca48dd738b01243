import { useQuery } from '@tanstack/react-query'
import { serverMessages } from './server-sentences.ts'

/** Returns a function that translates the instance's sentences; the component rerenders once the translations are loaded. */
export function useServerSentences(): (sentence: string) => string {
  useQuery({
    queryKey: ['server-sentences'],
    queryFn: () => serverMessages.load().then(() => true),
    staleTime: Infinity,
  })
  return serverMessages.say
}
