import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../../instance/instance-error.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { commonWords } from '../../../words/messages.ts'
import type { ChunkProgress, ChunkResult } from './in-chunks.ts'
import { t } from './opened/messages.ts'

/** An action on many records that takes a while. */
export interface BulkJob {
  readonly title: string
  readonly run: (signal: AbortSignal, onProgress: (progress: ChunkProgress) => void) => Promise<ChunkResult>
}

interface ProgressDialogProps {
  job: BulkJob
  /** `null` if there is no result. */
  onEnd: (result: ChunkResult | null) => void
}

type State =
  | { kind: 'running'; progress: ChunkProgress | null }
  | { kind: 'ended'; result: ChunkResult | null; messages: readonly string[] }

/** Shows the progress of a job with a button to cancel it, and reports failures. */
export function ProgressDialog({ job, onEnd }: ProgressDialogProps) {
  const [state, setState] = useState<State>({ kind: 'running', progress: null })
  const abort = useRef<AbortController>(null)
  const end = useRef(onEnd)
  end.current = onEnd

  useEffect(() => {
    const controller = new AbortController()
    abort.current = controller
    const work = async () => {
      try {
        const result = await job.run(controller.signal, (progress) => setState({ kind: 'running', progress }))
        if (result.failures.length === 0) end.current(result)
        else
          setState({ kind: 'ended', result, messages: distinct(result.failures.map(({ error }) => messageOf(error))) })
      } catch (error) {
        if (controller.signal.aborted) end.current(null)
        else setState({ kind: 'ended', result: null, messages: [messageOf(error)] })
      }
    }
    void work()
    return () => controller.abort()
  }, [job])

  const running = state.kind === 'running'
  const close = () => (state.kind === 'ended' ? onEnd(state.result) : abort.current?.abort())
  return (
    <Dialog
      open
      title={job.title}
      onClose={close}
      closeOnOutsidePress={false}
      footer={<Button onClick={close}>{running ? t.stop : commonWords.close}</Button>}
    >
      {running ? (
        <Running progress={state.progress} />
      ) : (
        <Banner tone="danger" title={t.othersRefused({ count: state.result?.done ?? 0 })}>
          {state.messages.map((message) => (
            <p key={message}>{message}</p>
          ))}
        </Banner>
      )}
    </Dialog>
  )
}

function Running({ progress }: { progress: ChunkProgress | null }) {
  if (!progress) return <Spinner label={t.findingTheRecords} />
  const { done, total } = progress
  return <Progress words={t.doneCount({ done, total })} share={total === 0 ? null : done / total} />
}

function distinct(messages: readonly string[]): string[] {
  return [...new Set(messages)].slice(0, 5)
}
