import type { CodeMember } from '../../widgets/code-editor/code-members.ts'

const any = 'any'
const text = 'string'
const number = 'number'
const map = 'object'

const request: CodeMember = {
  name: 'request',
  type: map,
  info: 'What was asked for.',
  members: [
    { name: 'method', type: text, info: 'The verb, in upper case.' },
    { name: 'payload', type: any, info: 'The body, read. Records stand in payload.resource.' },
    { name: 'parameters', type: map, info: 'What stands after the question mark.' },
    { name: 'headers', type: map, info: 'Names in lower case.' },
    { name: 'content', type: text, info: 'The body as it travelled.' },
    { name: 'content_type', type: text },
    { name: 'uri', type: text },
    { name: 'service', type: text },
    { name: 'resource', type: text, info: 'What of the service is meant.' },
    { name: 'api_version', type: text },
  ],
}

const response: CodeMember = {
  name: 'response',
  type: map,
  info: 'What is answered. Before the service is asked there is none: setting it answers in its place.',
  members: [
    { name: 'content', type: any, info: 'The body. Records stand in content.resource.' },
    { name: 'status_code', type: number },
    { name: 'content_type', type: text },
    { name: 'headers', type: map },
    { name: 'format', type: any },
  ],
}

const resource: CodeMember = {
  name: 'resource',
  type: any,
  info: 'The rest of the path, or what stands in its placeholder.',
}

const session: CodeMember = {
  name: 'session',
  type: map,
  info: 'Who asks; null in members that nobody is.',
  members: [
    {
      name: 'user',
      type: map,
      members: [
        { name: 'id', type: number },
        { name: 'name', type: text },
        { name: 'username', type: text },
        { name: 'first_name', type: text },
        { name: 'last_name', type: text },
        { name: 'email', type: text },
        { name: 'is_sys_admin', type: 'boolean' },
      ],
    },
    {
      name: 'role',
      type: map,
      members: [
        { name: 'id', type: number },
        { name: 'name', type: text },
      ],
    },
    {
      name: 'app',
      type: map,
      members: [
        { name: 'id', type: number },
        { name: 'name', type: text },
      ],
    },
    { name: 'lookup', type: map, info: 'Values of lookup keys that are not private.' },
  ],
}

const config: CodeMember = {
  name: 'config',
  type: map,
  info: 'Settings of the instance.',
  members: [
    { name: 'version', type: text },
    { name: 'api_version', type: text },
    { name: 'instance_name', type: text },
    { name: 'script', type: any, info: 'The configuration of this script.' },
  ],
}

const callInfo = 'Calls this instance with the rights of whoever asks, or another address.'

const calls = (reading: string, writing: string): CodeMember => ({
  name: 'api',
  type: map,
  info: callInfo,
  members: [
    { name: 'get', type: reading, info: callInfo },
    ...['post', 'put', 'patch', 'delete'].map((name) => ({ name, type: writing, info: callInfo })),
  ],
})

const store: CodeMember = {
  name: 'store',
  type: map,
  info: 'Values that scripts keep from run to run.',
  members: [
    { name: 'get', type: '(name, default)', info: 'The value of a name.' },
    { name: 'set', type: '(name, value)', info: 'Keeps a value under a name.' },
  ],
}

const answers: readonly CodeMember[] = [
  { name: 'setRequest', type: '(request)', info: 'Goes on with this request.' },
  { name: 'setResponse', type: '(content, status, contentType)', info: 'Answers with this.' },
  { name: 'setReturn', type: '(value)', info: 'The result of a script that waits for something.' },
]

const event = (...more: readonly CodeMember[]): CodeMember => ({
  name: 'event',
  type: map,
  info: 'What happens.',
  members: [request, response, resource, ...more],
})

const platform = (...members: readonly CodeMember[]): CodeMember => ({
  name: 'platform',
  type: map,
  info: 'What a script can use.',
  members,
})

const python = [event(), platform(calls('(path, options)', '(path, payload, options)'), session, config)]

const byType: Readonly<Record<string, readonly CodeMember[]>> = {
  nodejs: [
    event(...answers),
    platform(calls('(path, options, callback)', '(path, payload, options, callback)'), session, config),
  ],
  php: [event(), platform(calls('(path, payload, options)', '(path, payload, options)'), store, session, config)],
  python,
  python3: python,
}

/** What scripts of a kind find by name; nothing where nobody knows the kind. */
export function scriptMembers(type: string): readonly CodeMember[] {
  return byType[type] ?? []
}
