import { awsFields } from './common.ts'
import {
  type ConfigFields,
  configBoolean,
  configCertificate,
  configEvent,
  configInteger,
  configMultiPicklist,
  configPassword,
  configPicklist,
  configRows,
  configString,
  configText,
} from './config-field.ts'

const choices = (...names: string[]) => names.map((name) => ({ name, label: name }))

const brokerPlace = {
  host: configString({
    authority: 'addresses',
    label: 'Broker Host',
    description: 'Host name or IP address of the broker.',
    format: 'host',
    required: true,
  }),
  port: configInteger({
    authority: 'addresses',
    label: 'Broker Port',
    description: 'The port of the broker.',
    between: [1, 65_535],
    default: 1883,
  }),
} satisfies ConfigFields

const brokerAccess = {
  username: configString({ authority: 'addresses', label: 'Username', description: 'The username to sign in with.' }),
  password: configPassword({
    authority: 'plain',
    label: 'Password',
    description: 'The password of that user.',
    secret: 'masked',
  }),
  use_tls: configBoolean({
    authority: 'plain',
    label: 'Use TLS',
    description: 'Encrypts the connection.',
    default: false,
  }),
  capath: configString({
    authority: 'plain',
    label: 'CA Certificate Path',
    description: 'Folder with the certificates that are trusted.',
    default: '/etc/ssl/certs',
  }),
} satisfies ConfigFields

export const mqttConfig = {
  ...brokerPlace,
  client_id: configString({
    authority: 'plain',
    label: 'Client ID',
    description: 'The client ID of this instance at the broker.',
    required: true,
  }),
  ...brokerAccess,
} satisfies ConfigFields

export const amqpConfig = {
  ...brokerPlace,
  port: { ...brokerPlace.port, default: 5672 },
  vhost: configString({
    authority: 'addresses',
    label: 'Virtual Host',
    description: 'The virtual host of the broker.',
    max: 255,
    default: '/',
  }),
  ...brokerAccess,
} satisfies ConfigFields

const eventMap = configRows({
  authority: 'runs later',
  label: 'Service Event',
  description: 'Events that send messages.',
  items: {
    event: configEvent({ authority: 'runs later', label: 'Event', required: true }),
    data: configText({
      authority: 'runs later',
      label: 'Data',
      description: 'The message, as the JSON body of a request.',
    }),
  },
})

const environment = configPicklist({
  authority: 'plain',
  label: 'Environment',
  description: 'Where messages go.',
  values: choices('development', 'production'),
  default: 'development',
})

const endpoint = (maker: string) =>
  configString({
    authority: 'addresses',
    label: 'Endpoint',
    description: `URL of a compatible service; empty for ${maker}.`,
    format: 'url',
  })

export const apnsConfig = {
  certificate: configCertificate({
    authority: 'plain',
    label: 'Certificate',
    description: 'The key for tokens (.p8), or the certificate of the app with its key in PEM form, as a file.',
    required: true,
    secret: 'masked',
  }),
  passphrase: configPassword({
    authority: 'plain',
    label: 'Passphrase',
    description: 'Passphrase of the key.',
    secret: 'masked',
  }),
  key_id: configString({ authority: 'plain', label: 'Key ID', description: 'Identifier of the key for tokens.' }),
  team_id: configString({
    authority: 'plain',
    label: 'Team ID',
    description: 'Identifier of the team that the key belongs to.',
  }),
  topic: configString({
    authority: 'plain',
    label: 'Bundle ID',
    description: 'Identifier of the app; empty for the one of its certificate.',
  }),
  environment,
  endpoint: endpoint('Apple'),
  service_event_map: eventMap,
} satisfies ConfigFields

export const gcmConfig = {
  api_key: configText({
    authority: 'plain',
    label: 'API Key',
    description: 'The JSON file of a service account of the project.',
    required: true,
    secret: 'masked',
  }),
  environment,
  endpoint: endpoint('Google'),
  service_event_map: eventMap,
} satisfies ConfigFields

export const awsSnsConfig = {
  ...awsFields,
  endpoint: endpoint('Amazon'),
  service_event_map: eventMap,
} satisfies ConfigFields

export const logstashConfig = {
  host: configString({
    authority: 'addresses',
    label: 'Host',
    description: 'Host name or IP address of the server.',
    format: 'host',
    default: '127.0.0.1',
  }),
  port: configInteger({
    authority: 'addresses',
    label: 'Port',
    description: 'The port of the input.',
    between: [1, 65_535],
    required: true,
  }),
  protocol: configPicklist({
    authority: 'plain',
    label: 'Protocol/Format',
    description: 'How messages are sent.',
    values: [
      { name: 'gelf', label: 'GELF (UDP)' },
      { name: 'http', label: 'HTTP' },
      { name: 'tcp', label: 'TCP' },
      { name: 'udp', label: 'UDP' },
    ],
    default: 'gelf',
  }),
  timeout: configInteger({
    authority: 'plain',
    label: 'Timeout',
    description: 'Timeout for sending a message, in seconds.',
    between: [1, 30],
    default: 2,
  }),
  requests: configPicklist({
    authority: 'runs later',
    label: 'Requests',
    description: 'Which API requests are logged: who, what and with which outcome, without values.',
    values: [
      { name: 'none', label: 'None' },
      { name: 'all', label: 'Every request' },
      { name: 'failed', label: 'Refused and failed (400 and above)' },
      { name: 'errors', label: 'Failed (500 and above)' },
    ],
    default: 'none',
  }),
  answers: configPicklist({
    authority: 'runs later',
    label: 'Answers',
    description: 'Which of the events below are logged, by status.',
    values: [
      { name: 'all', label: 'All' },
      { name: 'failed', label: 'Refused and failed (400 and above)' },
      { name: 'errors', label: 'Failed (500 and above)' },
    ],
    default: 'all',
  }),
  context: configMultiPicklist({
    authority: 'runs later',
    label: 'Log Context',
    description: 'Data to send with each message.',
    legend: 'Data sent along',
    columns: 3,
    values: choices(
      '_event.request',
      '_event.request.content',
      '_event.request.content_type',
      '_event.request.headers',
      '_event.request.parameters',
      '_event.request.method',
      '_event.request.payload',
      '_event.request.uri',
      '_event.request.service',
      '_event.request.resource',
      '_event.resource',
      '_event.response',
      '_event.response.status_code',
      '_event.response.content',
      '_event.response.content_type',
      '_platform',
      '_platform.config',
      '_platform.session',
      '_platform.session.user',
      '_platform.session.api_key',
    ),
  }),
  service_event_map: configRows({
    authority: 'runs later',
    label: 'Service Event',
    description: 'Events to log, with severity and message.',
    items: {
      event: configEvent({ authority: 'runs later', label: 'Event', required: true }),
      level: configPicklist({
        authority: 'runs later',
        label: 'Level',
        values: choices('EMERGENCY', 'ALERT', 'CRITICAL', 'ERROR', 'WARNING', 'NOTICE', 'INFO', 'DEBUG'),
        default: 'INFO',
      }),
      message: configText({ authority: 'runs later', label: 'Message' }),
    },
  }),
} satisfies ConfigFields
