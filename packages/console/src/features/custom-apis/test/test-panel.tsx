import type { Verb } from '@millwright/contract/verbs'
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../../instance/instance-error.ts'
import { useWriteBlock } from '../../../instance/instance-profile.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Text } from '../../../ui/text.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useScrollIntoView } from '../../../ui/use-in-sight.ts'
import { CodeEditor } from '../../../widgets/code/code-editor/code-editor.tsx'
import { jsonOf, parseOptionalJson } from '../../../widgets/code/code-editor/json-text.ts'
import { t as words } from '../messages.ts'
import { bodySample } from '../plan/example-call.ts'
import type { Parameter } from '../plan/parameters.ts'
import { AsField, asOf, oneself, type TestCaller } from './as-field.tsx'
import { ExampleList } from './example-list.tsx'
import { t } from './messages.ts'
import styles from './test.module.css'
import {
  initialMode,
  inputsOf,
  modesFor,
  type TestAnswer,
  type TestCall,
  type TestMode,
  testEndpoint,
  typedOf,
} from './test-endpoint.ts'
import { TestResult } from './test-result.tsx'

interface TestPanelProps {
  /** The endpoint as it is in the form. */
  endpoint: TestCall['endpoint']
  parameters: readonly Parameter[]
  /** The verbs of its requests, and whether they are all to tables. */
  verbs: readonly Verb[]
  /** Whether what it writes can be rolled back. */
  canUndo: boolean
  takesBody: boolean
  examples: Pick<Parameters<typeof ExampleList>[0], 'examples' | 'error' | 'onChange'>
  /** Why it cannot be run, or `null`. */
  invalid: string | null
}

const modeWords: Readonly<Record<TestMode, { readonly label: string; readonly help: string }>> = {
  dry: {
    label: t.dryRun,
    help: t.dryRunHelp,
  },
  read: {
    label: t.readOnlyRun,
    help: t.readOnlyHelp,
  },
  undo: {
    label: t.undoneRun,
    help: t.undoneHelp,
  },
  write: {
    label: t.writingRun,
    help: t.writingHelp,
  },
}

/** Runs the endpoint of the form, saved or not, and shows what each step did. */
export function TestPanel({ endpoint, parameters, verbs, canUndo, takesBody, examples, invalid }: TestPanelProps) {
  const writeBlock = useWriteBlock()
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [typedBody, setTypedBody] = useState<string | null>(null)
  const [chosen, setChosen] = useState<TestMode | null>(null)
  const [running, setRunning] = useState<AbortController | null>(null)
  const [answer, setAnswer] = useState<TestAnswer | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const under = useRef<AbortController | null>(null)
  const result = useScrollIntoView<HTMLDivElement>(answer ?? failure)
  useEffect(() => () => under.current?.abort(), [])

  const [by, setBy] = useState<TestCaller>(oneself)
  const as = asOf(by)
  const modes = modesFor({ verbs, canUndo, byOthers: by.kind !== 'self' })
  const mode = chosen !== null && modes.includes(chosen) ? chosen : initialMode(verbs)
  const body = typedBody ?? bodySample(parameters)
  const read = parseOptionalJson(body)
  const refused = as === undefined ? t.notChosen : takesBody && !read.ok ? words.jsonInvalid : null
  const reason = invalid ?? refused ?? (mode === 'write' || mode === 'undo' ? writeBlock : null)
  const inputs = inputsOf(parameters, typed, takesBody && read.ok ? read.value : undefined)
  const run = async () => {
    if (running || reason) return
    const control = new AbortController()
    under.current = control
    setRunning(control)
    setFailure(null)
    try {
      setAnswer(await testEndpoint({ endpoint, inputs, mode, as: as ?? null }, control.signal))
    } catch (error) {
      if (!control.signal.aborted) setFailure(messageOf(error))
    } finally {
      setRunning(null)
    }
  }
  const own = parameters.filter(({ place, name }) => name !== '' && (place === 'path' || place === 'query'))
  return (
    <section className={styles.panel} aria-label={t.tryIt}>
      <Text as="h2" size="md" weight="strong">
        {t.tryIt}
      </Text>
      {own.length === 0 ? null : (
        <div className={styles.inputs}>
          {own.map((parameter) => {
            const key = `${parameter.place}.${parameter.name}`
            const { default: initial } = parameter.schema
            return (
              <TextField
                key={key}
                label={parameter.name}
                required={parameter.required}
                mono
                spellCheck={false}
                autoComplete="off"
                placeholder={initial === undefined ? '' : String(initial)}
                value={typed[key] ?? ''}
                onChange={(text) => setTyped((now) => ({ ...now, [key]: text }))}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter') return
                  event.preventDefault()
                  void run()
                }}
              />
            )
          })}
        </div>
      )}
      {takesBody ? (
        <CodeEditor
          label={words.body}
          language="json"
          lines={4}
          value={body}
          error={read.ok ? null : words.jsonInvalid}
          onChange={(next) => {
            if (next !== body) setTypedBody(next)
          }}
        />
      ) : null}
      <SelectField
        label={t.testMode}
        help={modeWords[mode].help}
        value={mode}
        options={modes.map((value) => ({ value, label: modeWords[value].label }))}
        onChange={setChosen}
      />
      <AsField value={by} onChange={setBy} />
      <Row gap={2}>
        {running ? (
          <Button icon={<IconPlayerStop />} onClick={() => running.abort()}>
            {t.stop}
          </Button>
        ) : (
          <Button reads icon={<IconPlayerPlay />} disabledReason={reason} onClick={() => void run()}>
            {t.run}
          </Button>
        )}
      </Row>
      <Stack ref={result} gap={3} shrink aria-live="polite" aria-busy={running !== null}>
        {failure === null ? null : (
          <Banner tone="danger" title={t.testFailed}>
            {failure}
          </Banner>
        )}
        {answer ? (
          <TestResult answer={answer} />
        ) : failure === null ? (
          <Text tone="muted" size="sm">
            {t.testHelp}
          </Text>
        ) : null}
      </Stack>
      <ExampleList
        {...examples}
        inputs={inputs}
        onLoad={(example) => {
          setTyped(typedOf(example))
          setTypedBody(example.body === undefined ? null : jsonOf(example.body))
        }}
      />
    </section>
  )
}
