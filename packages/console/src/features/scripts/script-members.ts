import type { CodeMember } from '../../widgets/code/code-editor/code-knowledge.ts'
import { t } from './messages.ts'

const any = 'any'
const text = 'string'
const number = 'number'
const map = 'object'
const list = 'list'

const request = (): CodeMember => ({
  name: 'request',
  type: map,
  info: t.theRequest,
  members: [
    { name: 'method', type: text, info: t.theVerb },
    { name: 'records', type: list, info: t.theRecords },
    { name: 'payload', type: any, info: t.theParsedBody },
    { name: 'parameters', type: map, info: t.theParameters },
    { name: 'headers', type: map, info: t.resourceHelp },
    { name: 'content', type: text, info: t.theRawBody },
    { name: 'content_type', type: text },
    { name: 'uri', type: text },
    { name: 'service', type: text },
    { name: 'resource', type: text, info: t.theResource },
    { name: 'api_version', type: text },
  ],
})

const response = (): CodeMember => ({
  name: 'response',
  type: map,
  info: t.theResponse,
  members: [
    { name: 'records', type: list, info: t.theRecords },
    { name: 'content', type: any, info: t.theAnsweredBody },
    { name: 'status_code', type: number },
    { name: 'content_type', type: text },
    { name: 'headers', type: map },
    { name: 'format', type: any },
  ],
})

const resource = (): CodeMember => ({
  name: 'resource',
  type: any,
  info: t.parameterHelp,
})

const session = (): CodeMember => ({
  name: 'session',
  type: map,
  info: t.theSession,
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
    { name: 'lookup', type: map, info: t.theLookups },
  ],
})

const config = (): CodeMember => ({
  name: 'config',
  type: map,
  info: t.theSettings,
  members: [
    { name: 'version', type: text },
    { name: 'api_version', type: text },
    { name: 'instance_name', type: text },
    { name: 'script', type: any, info: t.theScriptConfiguration },
  ],
})

const calls = (reading: string, writing: string): CodeMember => ({
  name: 'api',
  type: map,
  info: t.callsTheApi,
  members: [
    { name: 'get', type: reading, info: t.callsTheApi },
    ...['post', 'put', 'patch', 'delete'].map((name) => ({ name, type: writing, info: t.callsTheApi })),
  ],
})

const store = (): CodeMember => ({
  name: 'store',
  type: map,
  info: t.theStore,
  members: [
    { name: 'get', type: '(name, default)', info: t.aStoredValue },
    { name: 'set', type: '(name, value)', info: t.storesAValue },
  ],
})

const answers = (): readonly CodeMember[] => [
  { name: 'setRequest', type: '(request)', info: t.setsTheRequest },
  { name: 'setResponse', type: '(content, status, contentType)', info: t.setsTheResponse },
  { name: 'setReturn', type: '(value)', info: t.setsTheReturn },
]

const event = (...more: readonly CodeMember[]): CodeMember => ({
  name: 'event',
  type: map,
  info: t.theEvent,
  members: [request(), response(), resource(), ...more],
})

const platform = (...members: readonly CodeMember[]): CodeMember => ({
  name: 'platform',
  type: map,
  info: t.thePlatform,
  members,
})

const python = () => [event(), platform(calls('(path, options)', '(path, payload, options)'), session(), config())]

const byType: Readonly<Record<string, () => readonly CodeMember[]>> = {
  nodejs: () => [
    event(...answers()),
    platform(calls('(path, options, callback)', '(path, payload, options, callback)'), session(), config()),
  ],
  php: () => [
    event(),
    platform(calls('(path, payload, options)', '(path, payload, options)'), store(), session(), config()),
  ],
  python,
  python3: python,
}

/** Code completion members for scripts of a type; empty for an unknown type. `hasRecords`: whether scripts have the list of records. */
export function scriptMembers(type: string, hasRecords: boolean): readonly CodeMember[] {
  const members = byType[type]?.() ?? []
  return hasRecords ? members : withoutRecords(members)
}

function withoutRecords(members: readonly CodeMember[]): readonly CodeMember[] {
  return members
    .filter(({ type }) => type !== list)
    .map((each) => (each.members ? { ...each, members: withoutRecords(each.members) } : each))
}
