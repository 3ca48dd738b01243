import { useState } from 'react'
import { messageOf } from '../../../instance/instance-error.ts'
import { useWriteBlock } from '../../../instance/instance-profile.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Text } from '../../../ui/text.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { t } from './messages.ts'
import { callService, type ListedTool, type RpcTarget, tokensOf } from './rpc.ts'

interface TryToolProps {
  asked: RpcTarget
  tools: readonly ListedTool[]
}

/** Calls a tool and shows what an assistant would receive. */
export function TryTool({ asked, tools }: TryToolProps) {
  const blocked = useWriteBlock()
  const [name, setName] = useState(tools[0]?.name ?? '')
  const tool = tools.find((each) => each.name === name)
  const [typed, setTyped] = useState<string | null>(null)
  const args = typed ?? exampleOf(tool)
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  const [answer, setAnswer] = useState<Told | null>(null)
  const isReading = tool?.annotations?.readOnlyHint === true

  const call = async () => {
    const input = objectIn(args)
    setAnswer(null)
    setWrong(input === null ? t.argumentsInvalid : null)
    if (input === null) return
    setBusy(true)
    try {
      setAnswer(toldBy(await callService(asked, 'tools/call', { name, arguments: input })))
    } catch (error) {
      setAnswer({ text: messageOf(error), isError: true })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Stack as="section" gap={3}>
      <h3>{t.try}</h3>
      <SelectField
        label={t.tool}
        value={name}
        options={tools.map((each) => ({ value: each.name, label: each.name }))}
        onChange={(chosen) => {
          setName(chosen)
          setTyped(null)
          setAnswer(null)
        }}
      />
      <TextArea label={t.arguments} help={t.asJson} mono rows={4} value={args} error={wrong} onChange={setTyped} />
      <Row gap={3}>
        <Button disabledReason={busy ? t.running : isReading ? null : blocked} onClick={() => void call()}>
          {t.call}
        </Button>
      </Row>
      {answer === null ? null : (
        <>
          {answer.isError ? <Banner tone="danger">{t.toolFailed}</Banner> : null}
          <TextArea label={t.assistantView} mono rows={12} value={answer.text} onChange={() => undefined} />
          <Text tone="muted">{t.aboutTokens({ tokens: tokensOf(answer.text) })}</Text>
        </>
      )}
    </Stack>
  )
}

interface Told {
  readonly text: string
  readonly isError: boolean
}

function toldBy({ result, error }: Awaited<ReturnType<typeof callService>>): Told {
  if (result === undefined) return { text: error?.message ?? '', isError: true }
  const blocks: readonly unknown[] = Array.isArray(result.content) ? result.content : []
  const texts = blocks.map((block) => {
    const text: unknown = typeof block === 'object' && block !== null ? Reflect.get(block, 'text') : null
    return typeof text === 'string' ? text : JSON.stringify(block)
  })
  return { text: texts.join('\n'), isError: result.isError === true }
}

/** The required arguments as JSON, to be filled in. */
function exampleOf(tool: ListedTool | undefined): string {
  const required = tool?.inputSchema?.required ?? []
  return JSON.stringify(Object.fromEntries(required.map((each) => [each, ''])), null, 2)
}

function objectIn(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text.trim() || '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}
