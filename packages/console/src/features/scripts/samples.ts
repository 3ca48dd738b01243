export interface Sample {
  /** The kind of script. */
  readonly type: string
  readonly label: string
  readonly text: string
}

const nodejs = `// Before a record is written: {service}._table.{table_name}.post.pre_process
// An error refuses the request, and its message is the answer.
for (const record of event.request.payload.resource) {
  if (!record.name) {
    throw new Error('name is missing')
  }
}

// After records were read: {service}._table.{table_name}.get.post_process
// Counts only where the script may modify the response.
for (const record of event.response.content.resource) {
  record.read_at = new Date().toISOString()
}

// Records of another table, with the rights of whoever asks.
const answer = await platform.api.get('db/_table/customer?limit=1')
console.log(answer.content)
`

const php = `// Before a record is written: {service}._table.{table_name}.post.pre_process
// An exception refuses the request, and its message is the answer.
foreach ($event['request']['payload']['resource'] as $record) {
    if (empty($record['name'])) {
        throw new Exception('name is missing');
    }
}

// After records were read: {service}._table.{table_name}.get.post_process
// Counts only where the script may modify the response.
foreach ($event['response']['content']['resource'] as $index => $record) {
    $event['response']['content']['resource'][$index]['read_at'] = date('c');
}

// Records of another table, with the rights of whoever asks.
$get = $platform['api']->get;
$answer = $get('db/_table/customer?limit=1');
print_r($answer['content']);
`

const python = (print: (what: string) => string) => `import datetime

# Before a record is written: {service}._table.{table_name}.post.pre_process
# What is raised refuses the request, and its message is the answer.
for record in event['request']['payload']['resource']:
    if not record.get('name'):
        raise ValueError('name is missing')

# After records were read: {service}._table.{table_name}.get.post_process
# Counts only where the script may modify the response.
for record in event['response']['content']['resource']:
    record['read_at'] = datetime.datetime.utcnow().isoformat()

# Records of another table, with the rights of whoever asks.
answer = platform.api.get('db/_table/customer?limit=1')
${print('answer.read()')}
`

/** A way to begin in each language: one script of each phase, to be cut to size. */
export const samples: readonly Sample[] = [
  { type: 'nodejs', label: 'Node.js', text: nodejs },
  { type: 'php', label: 'PHP', text: php },
  { type: 'python', label: 'Python', text: python((what) => `print ${what}`) },
  { type: 'python3', label: 'Python3', text: python((what) => `print(${what})`) },
]
