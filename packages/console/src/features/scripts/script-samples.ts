import { changeable } from './event-catalogue.ts'
import { t } from './messages.ts'

/** Topics of the samples, available in every language. */
export function sampleTopics() {
  return [
    { id: 'before', label: t.sampleValidate, about: t.refusesARecord },
    { id: 'after', label: t.sampleExtend, about: t.sampleExtendHelp },
    { id: 'call', label: t.callTheApi, about: t.sampleReadHelp },
    { id: 'log', label: t.logTheRequest, about: t.sampleLogHelp },
  ] as const
}

export type SampleTopic = ReturnType<typeof sampleTopics>[number]['id']

export interface ScriptSample extends Readonly<Record<SampleTopic, string>> {
  /** The script type. */
  readonly type: 'nodejs' | 'php' | 'python' | 'python3'
  readonly label: string
}

/** The topic that best fits an event; `null` is any event. */
export function topicFor(event: string | null): SampleTopic {
  if (event === null) return 'before'
  const what = changeable(event)
  if (what === 'request' && /\.(post|put|patch)\./.test(event)) return 'before'
  return what === 'response' && event.includes('.get.') ? 'after' : 'log'
}

/** Initial text for the script of an event, or `null` for a language without one. `hasRecords`: as for `samplesFor`. */
export function starterText(type: string, event: string, hasRecords: boolean): string | null {
  const text = samplesFor(hasRecords).find((one) => one.type === type)?.[topicFor(event)]
  return text?.replace(/\{service\}\._table\.\{table_name\}\.\w+\.\w+/, () => event) ?? null
}

const nodejs: ScriptSample = {
  type: 'nodejs',
  label: 'Node.js',
  before: `// Before records are written: {service}._table.{table_name}.post.pre_process
// An error refuses the request, and its message is the answer.
for (const record of event.request.records) {
  for (const [field, value] of Object.entries(record)) {
    if (typeof value === 'string' && value.length > 10000) {
      throw new Error(field + ' is too long')
    }
  }
}
`,
  after: `// After records were read: {service}._table.{table_name}.get.post_process
// Counts only where the script may modify the response.
for (const record of event.response.records) {
  record.read_at = new Date().toISOString()
}
`,
  call: `// Records of another table, with the rights of whoever asks.
const answer = await platform.api.get('db/_table/customer?limit=1')
console.log(answer.content)
`,
  log: `// Seen in the output of the trial, and of the last runs.
console.log(event.request.method, event.request.uri, event.request.parameters)
`,
}

const php: ScriptSample = {
  type: 'php',
  label: 'PHP',
  before: `// Before records are written: {service}._table.{table_name}.post.pre_process
// An exception refuses the request, and its message is the answer.
foreach ($event['request']['records'] as $record) {
    foreach ($record as $field => $value) {
        if (is_string($value) && strlen($value) > 10000) {
            throw new Exception($field . ' is too long');
        }
    }
}
`,
  after: `// After records were read: {service}._table.{table_name}.get.post_process
// Counts only where the script may modify the response.
foreach ($event['response']['records'] as $index => $record) {
    $event['response']['records'][$index]['read_at'] = date('c');
}
`,
  call: `// Records of another table, with the rights of whoever asks.
$get = $platform['api']->get;
$answer = $get('db/_table/customer?limit=1');
print_r($answer['content']);
`,
  log: `// Seen in the output of the trial, and of the last runs.
print_r([$event['request']['method'], $event['request']['uri'], $event['request']['parameters']]);
`,
}

const python: Omit<ScriptSample, 'type' | 'label'> = {
  before: `# Before records are written: {service}._table.{table_name}.post.pre_process
# What is raised refuses the request, and its message is the answer.
for record in event['request']['records']:
    for field, value in record.items():
        if isinstance(value, str) and len(value) > 10000:
            raise ValueError(field + ' is too long')
`,
  after: `# After records were read: {service}._table.{table_name}.get.post_process
# Counts only where the script may modify the response.
import datetime
for record in event['response']['records']:
    record['read_at'] = datetime.datetime.now().isoformat()
`,
  call: `# Records of another table, with the rights of whoever asks.
answer = platform.api.get('db/_table/customer?limit=1')
print(answer.read())
`,
  log: `# Seen in the output of the trial, and of the last runs.
print(event['request']['method'], event['request']['uri'], event['request']['parameters'])
`,
}

/** A sample for each language. */
export const samples: readonly ScriptSample[] = [
  nodejs,
  php,
  { type: 'python', label: 'Python', ...python },
  { type: 'python3', label: 'Python3', ...python },
]

/** The samples for a server; those for one whose scripts have no list of records take bodies in the usual form, wrapped in `resource`. */
export function samplesFor(hasRecords: boolean): readonly ScriptSample[] {
  if (hasRecords) return samples
  return samples.map((sample) => ({ ...sample, before: inResource(sample.before), after: inResource(sample.after) }))
}

function inResource(text: string): string {
  return text
    .replaceAll(/request(\.|'\]\[')records/g, 'request$1payload$1resource')
    .replaceAll(/response(\.|'\]\[')records/g, 'response$1content$1resource')
}
